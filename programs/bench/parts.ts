// What `npm run bench` measures, part by part. Each part has databases and folders of its own.
import path from "node:path";
import pg from "pg";
import type { ShopSettings } from "#test/processes/shop-process.ts";
import { freePort, type PostgresServer } from "#test/servers/postgres.ts";
import { measureCheckouts } from "./checkouts.ts";
import type { Figure } from "./figures.ts";
import { measureFullShop } from "./full-shop/full-shop.ts";
import { measureInstall } from "./install.ts";
import { measureBusyPages } from "./pages/busy-pages.ts";
import { measurePages } from "./pages/pages.ts";

/** What the parts share: a server for their databases, and a folder for their files. */
export type Bench = { postgres: PostgresServer; folder: string; say: (line: string) => void };

type Part = { says: string; measure: (bench: Bench) => Promise<Figure[]> };

export const parts = {
  pages: {
    says: "cached pages compared with a bare server with the same bytes",
    measure: async (bench) => measurePages(await settingsOf(bench, "pages")),
  },
  selling: {
    says: "pages while sales go on, and from ads",
    measure: async (bench) =>
      measureBusyPages(await createDatabaseOn(bench.postgres, "bench_selling"), bench.folder),
  },
  checkouts: {
    says: "whole guest checkouts",
    measure: async (bench) => measureCheckouts(await settingsOf(bench, "checkouts")),
  },
  "full-shop": {
    says: "lists, searches, the back office and its reports in a shop of full size",
    measure: async (bench) => measureFullShop(await settingsOf(bench, "full_shop"), bench.say),
  },
  install: {
    says: "packages of a production install",
    measure: async (bench) => measureInstall(path.join(bench.folder, "install"), bench.say),
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
export const partNames = Object.keys(parts) as PartName[];

/** For a shop that has not been started yet, on an empty PostgreSQL. */
async function settingsOf({ postgres, folder }: Bench, part: string): Promise<ShopSettings> {
  const databaseUrl = await createDatabaseOn(postgres, `bench_${part}`);
  return { port: await freePort(), dataDir: path.join(folder, part), databaseUrl };
}

/** Answers the URL of an empty database. */
async function createDatabaseOn(postgres: PostgresServer, name: string): Promise<string> {
  const client = new pg.Client(postgres.url("postgres"));
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return postgres.url(name);
}
