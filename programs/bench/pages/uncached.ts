// What a page costs that is not in memory: the data that a browser asks for when it goes on within the shop, and the whole
// page, for one client. What is in memory is declared old before each of them, as after the owner edited the product.
import { randomBytes } from "node:crypto";
import pg from "pg";
import { withDatabase } from "#test/processes/shop-data.ts";
import { ShopProcess, type ShopSettings } from "#test/processes/shop-process.ts";
import { atMost, type Figure, median, noted } from "../figures.ts";
import { cpuOf, cpuOfFamily, parentOf } from "../usage.ts";
import { pathsOf } from "./pages.ts";

const WARM_UP = 60;
const ROUNDS = 5;
const ASKED = 60;
/** What was told is heard within a moment. */
const HEARD_MS = 4;
const DATA_MS_MAX = 2;

/** Milliseconds of processor time for each page. */
type Used = { app: number; database: number };

export async function measureUncached(settings: ShopSettings): Promise<Figure[]> {
  const secrets = { SHOP_SECRET: randomBytes(32).toString("base64url") };
  const shop = new ShopProcess({ ...settings, variables: { ...secrets, ...settings.variables } });
  await shop.start();
  const teller = new pg.Client({ connectionString: settings.databaseUrl ?? "" });
  await teller.connect();
  try {
    const postgres = await withDatabase(settings, async (pool) => {
      const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
      return parentOf(rows[0]?.pid ?? 0);
    });
    const { shop: list = "", product = "" } = await pathsOf(shop.origin);
    const edited = JSON.stringify({
      product: product.split("/").at(-1),
      what: "edited",
      created: Date.now(),
      categories: ["Hats", "Shirts"],
      designs: [],
    });
    const ask = async (path: string | null) => {
      await teller.query("select pg_notify('catalog', $1)", [edited]);
      await new Promise((resolve) => setTimeout(resolve, HEARD_MS));
      if (path === null) return;
      const answer = await fetch(shop.origin + path, { headers: { "accept-encoding": "br" } });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
    };
    const asked = {
      nothing: null,
      "data of /shop": `${list}.data`,
      "data of a product": `${product}.data`,
      "/shop": list,
      "a product's page": product,
    };
    const used = async (path: string | null, times: number) => {
      const before = [cpuOf(shop.pid), cpuOfFamily(postgres)] as const;
      for (let time = 0; time < times; time += 1) await ask(path);
      return {
        app: (cpuOf(shop.pid) - before[0]) / times,
        database: (cpuOfFamily(postgres) - before[1]) / times,
      };
    };
    for (const path of Object.values(asked)) await used(path, WARM_UP);
    const rounds: Record<string, Used>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const nothing = await used(null, ASKED);
      const each: Record<string, Used> = {};
      for (const [name, path] of Object.entries(asked)) {
        const { app, database } = await used(path, ASKED);
        each[name] = { app: app - nothing.app, database: database - nothing.database };
      }
      rounds.push(each);
    }
    return Object.keys(asked).flatMap((name) => {
      if (name === "nothing") return [];
      const of = (key: "app" | "database") => median(rounds.map((each) => each[name]?.[key] ?? 0));
      const sum = of("app") + of("database");
      const title = `${name} that is not in memory, processor time`;
      return [
        name.startsWith("data") ? atMost(title, sum, DATA_MS_MAX, "ms") : noted(title, sum, "ms"),
        noted(`${title}: of it the database`, of("database"), "ms"),
      ];
    });
  } finally {
    await teller.end();
    await shop.end("SIGTERM");
  }
}
