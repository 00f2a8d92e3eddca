// What `npm run bench` measures, part by part. Each part has databases and folders of its own.
import path from "node:path";
import pg from "pg";
import { freePort, type PostgresServer } from "#test/postgres.ts";
import type { ShopSettings } from "#test/processes/shop-process.ts";
import { measureCheckouts } from "./checkouts.ts";
import type { Figure } from "./figures.ts";
import { measureBooks } from "./growth/books.ts";
import { type Growth, measureGrowth } from "./growth/growth.ts";
import { measureInstall } from "./install.ts";
import { measureMails } from "./mails.ts";
import { measureBusyPages } from "./pages/busy-pages.ts";
import { measureFirstView } from "./pages/first-view.ts";
import { measureBesideNginx } from "./pages/nginx.ts";
import { measurePages } from "./pages/pages.ts";
import { measureUncached } from "./pages/uncached.ts";
import { measureStart } from "./start.ts";
import type { StatementLog } from "./statement-log.ts";

export type DatabaseName = "embedded" | "PostgreSQL";

/** What the parts share: a server for their databases with its log, and a folder for their files. */
export type Bench = {
  postgres: PostgresServer;
  log: StatementLog;
  folder: string;
  growth: Growth;
  say: (line: string) => void;
};

type Part = { says: string; measure: (bench: Bench) => Promise<Figure[]> };

export const parts = {
  pages: {
    says: "cached pages beside a bare server with the same bytes",
    measure: async (bench) => onBoth(bench, "pages", measurePages),
  },
  uncached: {
    says: "pages and their data that are not in memory, on PostgreSQL",
    measure: async (bench) => measureUncached(await settingsOf(bench, "uncached", "PostgreSQL")),
  },
  busy: {
    says: "pages while sales go on, and from ads, on PostgreSQL",
    measure: async (bench) =>
      measureBusyPages(await createDatabaseOn(bench.postgres, "bench_busy"), bench.folder),
  },
  "first-view": {
    says: "the first view of a page on a slow phone, and its answers to touches",
    measure: async (bench) => measureFirstView(await settingsOf(bench, "first-view", "embedded"), bench.say),
  },
  nginx: {
    says: "cached pages of two processes beside nginx with two workers",
    measure: async (bench) => measureBesideNginx(await settingsOf(bench, "nginx", "PostgreSQL"), bench.say),
  },
  checkouts: {
    says: "whole guest checkouts on PostgreSQL, and their statements",
    measure: async (bench) => measureCheckouts(await settingsOf(bench, "checkouts", "PostgreSQL"), bench),
  },
  start: {
    says: "a later start, and memory when idle and after orders and pages",
    measure: async (bench) => onBoth(bench, "start", measureStart),
  },
  mail: {
    says: "mails a second",
    measure: async (bench) => onBoth(bench, "mail", measureMails),
  },
  growth: {
    says: "reads of small and large shops through HTTP",
    measure: async (bench) => {
      const createDatabase = (name: string) => createDatabaseOn(bench.postgres, name);
      return measureGrowth(bench.growth, { folder: bench.folder, createDatabase }, bench.say);
    },
  },
  books: {
    says: "rounds of the books' checks with a short and a long history",
    measure: async (bench) => measureBooks((name) => createDatabaseOn(bench.postgres, name), bench.say),
  },
  install: {
    says: "packages of a production install",
    measure: async (bench) => measureInstall(path.join(bench.folder, "install"), bench.say),
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
export const partNames = Object.keys(parts) as PartName[];

async function onBoth(
  bench: Bench,
  part: string,
  measure: (name: DatabaseName, settings: ShopSettings) => Promise<Figure[]>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of ["embedded", "PostgreSQL"] as const)
    figures.push(...(await measure(name, await settingsOf(bench, part, name))));
  return figures;
}

/** For a shop that nobody has started yet. */
async function settingsOf(
  { postgres, folder }: Bench,
  part: string,
  name: DatabaseName,
): Promise<ShopSettings> {
  const settings = { port: await freePort(), dataDir: path.join(folder, `${part}-${name}`) };
  if (name === "embedded") return { ...settings, databaseUrl: null };
  return { ...settings, databaseUrl: await createDatabaseOn(postgres, `bench_${part}`) };
}

/** Answers the URL of an empty database. */
async function createDatabaseOn(postgres: PostgresServer, name: string): Promise<string> {
  const client = new pg.Client(postgres.url("postgres"));
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return postgres.url(name);
}
