// A shop on PostgreSQL with its own small catalog: each product covers one case of the requirements, and a test may
// change the rows while the shop runs, as an owner or another shopper would.
import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { constants } from "node:os";
import path from "node:path";
import pg from "pg";
import { sampleSizeCharts } from "#sample/size-charts.ts";
import { createLogger } from "#server/core/log.ts";
import { openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { createLocalStore } from "#server/files/local-store.ts";
import { drawAvif } from "#server/files/pictures/draw-avif.ts";
import { makeDueAvif } from "#server/files/pictures/make-avif.ts";
import { type PostgresServer, startPostgres } from "#test/servers/postgres.ts";
import { copySampleShop, type RunningShop, startShop } from "./shop-process.ts";
import { shopNow } from "./three-zones.ts";

type ShelfProduct = {
  category: "Hats" | "Shirts";
  price: number;
  salePrice?: number;
  /** Units by option; a number for a product without options. */
  stock: number | Record<string, number>;
  pictures?: number;
  description?: string;
};

/** The product whose description distinguishes the shop's own pages, see announce(). */
const MARKED = "Bulk Cap";

/** Newest first. Prices are cents. */
export const shelf = {
  "Plain Cap": { category: "Hats", price: 3_000, stock: 12, pictures: 3 },
  "Nearly Gone Cap": { category: "Hats", price: 3_100, stock: 4 },
  "Five Left Cap": { category: "Hats", price: 3_200, stock: 5 },
  "Sold Out Cap": { category: "Hats", price: 3_300, stock: 0 },
  "Third Off Cap": { category: "Hats", price: 3_000, salePrice: 1_999, stock: 9, pictures: 2 },
  "Not Really Reduced Cap": { category: "Hats", price: 4_000, salePrice: 4_000, stock: 9 },
  "Sized Shirt": { category: "Shirts", price: 7_000, stock: { S: 0, M: 3, L: 6 }, pictures: 4 },
  "Sized Sale Shirt": { category: "Shirts", price: 8_000, salePrice: 2_500, stock: { M: 5, XL: 5 } },
  "Bare Shirt": { category: "Shirts", price: 5_000, stock: 8, pictures: 0 },
  "Windbreaker Vest": {
    category: "Shirts",
    price: 9_900,
    stock: 7,
    description: "Keeps the gale of the seventeenth out.",
  },
  "Vanishing Cap": { category: "Hats", price: 2_000, stock: 9 },
  "Changing Cap": { category: "Hats", price: 2_100, stock: 9 },
  "Bulk Cap": { category: "Hats", price: 100, stock: 5_000 },
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `Range Polo ${String(index + 1).padStart(2, "0")}`,
      { category: "Shirts", price: 6_000 + index, stock: 6 },
    ]),
  ),
} satisfies Record<string, ShelfProduct> as Record<string, ShelfProduct>;

export type ShelfShop = RunningShop & {
  databaseUrl: string;
  idOf: (name: string) => string;
  /** Changes rows and waits until the shop has dropped its cached pages. */
  change: (statement: string, values?: unknown[]) => Promise<void>;
  /** Makes the AVIF of a product's main picture, like the shop's worker, and waits until pages offer it. */
  makeAvif: (name: string) => Promise<void>;
  /** Unchanged rows. */
  rows: (query: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
};

/** Starts PostgreSQL, fills the shelf, and starts the shop on it. */
export async function startShelfShop(): Promise<ShelfShop> {
  const postgres = await startPostgres();
  const dataDir = await copySampleShop();
  const databaseUrl = postgres.url("postgres");
  const database = await openPostgresDatabase(databaseUrl);
  await migrate(database.db);
  await database.close();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ids = await fill(client, await picturesIn(dataDir));
  const shop = await startShop({ databaseUrl, dataDir });
  const change = async (statement: string, values: unknown[] = []) => {
    await client.query(statement, values);
    await announce(client, shop, idIn(ids, MARKED));
  };
  return {
    ...shop,
    databaseUrl,
    idOf: (name) => idIn(ids, name),
    change,
    makeAvif: async (name) => {
      const isMain = "key = (select image_url from products where id = $1)";
      await change(`update jobs set dead_at = now() where kind = 'avif' and not ${isMain}`, [
        idIn(ids, name),
      ]);
      await makeAvif(databaseUrl, dataDir);
      await announce(client, shop, idIn(ids, MARKED));
    },
    rows: async (query, values = []) => (await client.query(query, values)).rows,
    stop: () => stopAll(shop, client, postgres, dataDir),
  };
}

async function makeAvif(databaseUrl: string, dataDir: string): Promise<void> {
  const database = await openPostgresDatabase(databaseUrl);
  await makeDueAvif({
    db: database.db,
    // At the lowest priority it would wait for the other tests.
    drawAvif: (webp, signal) => drawAvif(webp, signal, constants.priority.PRIORITY_NORMAL),
    files: createLocalStore({ folder: path.join(dataDir, "files") }),
    clock: shopNow,
    newId: randomUUID,
    log: createLogger("warn", shopNow),
  });
  await database.close();
}

async function stopAll(shop: RunningShop, client: pg.Client, postgres: PostgresServer, dataDir: string) {
  const code = await shop.stop();
  await client.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
  return code;
}

/**
 * Waits until the shop has seen a change: a search for a word that has just been added to a description is cached as
 * empty, and finds its product once the cached pages are dropped.
 */
async function announce(client: pg.Client, shop: RunningShop, markedId: string): Promise<void> {
  const word = `mark${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const find = async () => (await fetch(`${shop.url}/shop?q=${word}`)).text();
  const isFound = (html: string) => html.includes(`/product/${markedId}`);
  if (isFound(await find())) throw new Error("A word that stands nowhere was found");
  await client.query("update products set description = $1 where id = $2", [word, markedId]);
  // The notification that the shop sends after the owner saved something.
  await client.query("notify catalog, 'saved'");
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (isFound(await find())) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("The shop did not see that the catalog changed");
}

function idIn(ids: Map<string, string>, name: string): string {
  const id = ids.get(name);
  if (!id) throw new Error(`No product of the shelf is called ${name}`);
  return id;
}

/** URL paths of the sample pictures that have files in the data folder. */
async function picturesIn(dataDir: string): Promise<string[]> {
  const names = await readdir(path.join(dataDir, "files/product-images"));
  const whole = names.filter((name) => name.endsWith(".webp") && !/-\d+\.webp$/.test(name)).sort();
  if (whole.length < 10) throw new Error(`The sample shop has only ${whole.length} pictures`);
  return whole.map((name) => `/storage/product-images/${name}`);
}

async function fill(client: pg.Client, pictures: string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { category, name, measures, rows } of sampleSizeCharts)
    await client.query(
      "insert into size_charts (id, name, measures, rows, categories) values ($1, $2, $3, $4, $5)",
      [randomUUID(), name, JSON.stringify(measures), JSON.stringify(rows), [category]],
    );
  let taken = 0;
  for (const [index, [name, product]] of Object.entries(shelf).entries()) {
    const id = randomUUID();
    ids.set(name, id);
    const urls = Array.from({ length: product.pictures ?? 1 }, () => pictures[taken++ % pictures.length]);
    const stock = typeof product.stock === "number" ? { "": product.stock } : product.stock;
    const options = Object.keys(stock).filter(Boolean);
    await client.query(
      `insert into products (id, name, category, price, sale_price, description, image_url, image_alt, variations, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() - make_interval(hours => $10))`,
      [
        id,
        name,
        product.category,
        product.price,
        product.salePrice ?? null,
        product.description ?? `${name}, as it hangs on the shelf.`,
        urls[0] ?? null,
        urls[0] ? `Illustration of ${name}` : "",
        options.length > 0 ? options : null,
        index + 1,
      ],
    );
    for (const [position, url] of urls.slice(1).entries()) {
      await client.query(
        "insert into product_images (product_id, image_url, alt, display_order) values ($1, $2, $3, $4)",
        [id, url, `Illustration of ${name}, view ${position + 2}`, position + 1],
      );
    }
    for (const [position, [variation, quantity]] of Object.entries(stock).entries()) {
      await client.query("select set_on_hand($1, $2, $3, $4, 'shelf', now())", [
        id,
        variation,
        quantity,
        position,
      ]);
    }
  }
  return ids;
}
