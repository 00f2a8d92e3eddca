// `npm run bench -- growth [--products 1000,10000,100000] [--orders 100000]`: how the reads of the shop grow with its
// catalog and its history. One shop for each number of products, filled by programs/growth, with the orders at the same place
// of the other list (its last one where that is shorter), and every read of growth-reads.ts through HTTP by one client. The
// shops take turns, so that a busy machine slows all of them down alike.
import path from "node:path";
import pg from "pg";
import { openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { keepSitemapParts } from "#server/http/feeds/sitemap.ts";
import type { Shop } from "#server/shop.ts";
import { freePort } from "#test/postgres.ts";
import { ShopProcess, signIn } from "#test/processes/shop-process.ts";
import { fillShop } from "../../growth/fill-shop.ts";
import { atMost, type Figure, median, noted, quantile } from "../figures.ts";
import { type Read, reads, type Sample } from "./growth-reads.ts";

const ROUNDS = 40;
const WARM_UP = 5;
/** What a read may take in the largest shop. */
const P50_MS_MAX = 50;
/** Files are long: they are read a few times. */
const FILE_ROUNDS = 3;

type GrownShop = { size: string; shop: ShopProcess; sample: Sample; cookie: string };

/** Numbers of products and of orders. */
export type Growth = { products: number[]; orders: number[] };

/** `createDatabase` makes an empty one and answers its URL. */
export async function measureGrowth(
  growth: Growth,
  { folder, createDatabase }: { folder: string; createDatabase: (name: string) => Promise<string> },
  say: (line: string) => void,
): Promise<Figure[]> {
  const shops: GrownShop[] = [];
  try {
    for (const [index, products] of growth.products.entries()) {
      const orders = growth.orders[index] ?? growth.orders.at(-1) ?? 0;
      const size = `${products} products, ${orders} orders`;
      say(`A shop of ${size} …`);
      const url = await createDatabase(`growth_${index}`);
      const sample = await fill(url, { products, orders });
      const dataDir = path.join(folder, `growth-${index}`);
      const shop = new ShopProcess({ port: await freePort(), dataDir, databaseUrl: url });
      await shop.start();
      shops.push({ size, shop, sample, cookie: await signIn(shop.origin) });
    }
    const figures: Figure[] = [];
    for (const read of reads) {
      say(`${read.name} …`);
      figures.push(...(await measureRead(read, shops)));
    }
    return figures;
  } finally {
    for (const { shop } of shops) await shop.end("SIGTERM");
  }
}

async function fill(
  url: string,
  { products, orders }: { products: number; orders: number },
): Promise<Sample> {
  const database = await openPostgresDatabase(url);
  try {
    await migrate(database.db);
    await fillShop(database.db, { products, orders, today: new Date() });
    await keepSitemapParts({ db: database.db } as Shop);
  } finally {
    await database.close();
  }
  const client = new pg.Client(url);
  await client.connect();
  try {
    const list = async (query: string) => {
      const { rows } = await client.query<{ value: string }>(query);
      return rows.map(({ value }) => value);
    };
    return {
      products: await list("select id as value from products where status = 'active' order by id limit 500"),
      reviewed: await list(
        "select s.product_id as value from review_sums s join products p on p.id = s.product_id where p.status = 'active' order by s.stars_5 desc, p.id limit 100",
      ),
      orders: await list("select id as value from orders order by id limit 500"),
      // Older ones are deleted meanwhile, by the shop's rules of retention.
      messages: await list(
        "select id as value from contact_messages where created_at > now() - interval '1 year' order by id limit 500",
      ),
      words: await list(
        "select word as value from catalog_words where word ~ '^[a-z]{6,12}$' order by md5(word) limit 500",
      ),
      parts: await list(
        "select starts_after as value from sitemap_parts union select '00000000-0000-0000-0000-000000000000'",
      ),
    };
  } finally {
    await client.end();
  }
}

async function measureRead(read: Read, shops: GrownShop[]): Promise<Figure[]> {
  const times = new Map(shops.map(({ size }) => [size, [] as number[]]));
  const [warmUp, rounds] = read.firstRows === undefined ? [WARM_UP, ROUNDS] : [1, FILE_ROUNDS];
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const shop of shops) {
      const took = await timeOf(shop, read, round + warmUp);
      if (round >= 0) times.get(shop.size)?.push(took);
    }
  }
  const what = read.firstRows === undefined ? read.name : `${read.name}, 1,000 lines`;
  const [smallest = []] = times.values();
  return [...times].flatMap(([size, took]) => {
    const name = `${what}, ${size}`;
    return [
      atMost(`${name}: p50`, median(took), P50_MS_MAX, "ms"),
      noted(`${name}: p99`, quantile(took, 0.99), "ms"),
      noted(`${name}: beside the smallest shop`, median(took) / median(smallest), "×"),
    ];
  });
}

/** Milliseconds until the last byte is there; of a file, for a thousand of its first lines. */
async function timeOf({ shop, sample, cookie }: GrownShop, read: Read, round: number): Promise<number> {
  const url = shop.origin + read.path(sample, round);
  const began = performance.now();
  const answer = await fetch(url, { redirect: "manual", headers: read.isOwners ? { Cookie: cookie } : {} });
  if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}`);
  if (read.firstRows === undefined) await answer.arrayBuffer();
  const lines = read.firstRows === undefined ? 1_000 : await readLines(answer, read.firstRows);
  return ((performance.now() - began) * 1_000) / lines;
}

/** Reads so many lines and leaves the rest, which costs the same. Returns how many came; a short file is taken as a thousand. */
async function readLines(answer: Response, linesMax: number): Promise<number> {
  let lines = 0;
  for await (const chunk of answer.body ?? []) {
    lines += countLines(chunk);
    if (lines >= linesMax) break;
  }
  return Math.max(1_000, lines);
}

const LINE_END = 10;

function countLines(chunk: Uint8Array): number {
  let count = 0;
  for (const byte of chunk) if (byte === LINE_END) count += 1;
  return count;
}
