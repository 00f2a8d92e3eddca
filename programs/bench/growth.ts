// `npm run bench -- growth [--products 10000,100000] [--orders 100000]`: how the reads of the shop grow with its catalog.
// One shop for each size, filled by programs/growth, and every read through HTTP by one client. Each request names another
// product, word, page, or order, so the page cache answers none of them; back office pages are never kept. The sizes take
// turns, so that a busy machine slows all of them down alike.
import path from "node:path";
import pg from "pg";
import { openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { keepSitemapParts } from "#server/http/feeds/sitemap.ts";
import type { Shop } from "#server/shop.ts";
import { freePort } from "#test/postgres.ts";
import { fillShop } from "../growth/fill-shop.ts";
import { signIn } from "../simulation/real/order-book.ts";
import { ShopProcess } from "../simulation/real/shop-process.ts";
import { atMost, type Figure, median, noted } from "./figures.ts";

const ROUNDS = 40;
const WARM_UP = 5;
/** What a read may take in the largest shop. */
const P50_MS_MAX = 50;
const EXPORT_ROWS = 20_000;

type Sample = { products: string[]; orders: string[]; words: string[]; parts: string[] };
type Read = { name: string; path: (sample: Sample, round: number) => string; isOwners?: true };

const at = (list: string[], round: number) => list[round % list.length] ?? "";
/** The second and third letter change places. */
const misspelled = (word: string) => word.slice(0, 1) + word.slice(2, 3) + word.slice(1, 2) + word.slice(3);
const sorts = ["newest", "price-low", "price-high"];

const kinds = ["hat", "tee shirt", "1/4 zip", "jacket", "toque", "cap", "polos", "sweater"];
const hatWords = ["beanie", "visor", "bucket hat", "cap", "snapback"];
const colors = ["green", "dark green", "grey", "navy", "red", "light blue", "pine"];
const searchedSizes = ["XXL", "m", "one size"];

/** One of 54 lists, more than there are rounds. */
function listPath(round: number): string {
  const kind = at(["ALL", "HATS", "SHIRTS"], Math.floor(round / 6));
  const isSale = Math.floor(round / 3) % 2 === 1;
  return `/shop?category=${kind}&sale=${isSale}&sort=${at(sorts, round)}&pages=${1 + (Math.floor(round / 18) % 3)}`;
}

const reads: Read[] = [
  { name: "shop", path: (_, n) => listPath(n) },
  { name: "shop, a word", path: ({ words }, n) => `/shop?q=${at(words, n)}` },
  { name: "shop, a misspelled word", path: ({ words }, n) => `/shop?q=${misspelled(at(words, n))}` },
  {
    name: "shop, a kind in other words",
    path: (_, n) => `/shop?q=${at(kinds, n)}&pages=${1 + Math.floor(n / kinds.length)}`,
  },
  {
    name: "shop, a color",
    path: (_, n) => `/shop?q=${at(colors, n)}&pages=${1 + Math.floor(n / colors.length)}`,
  },
  {
    name: "shop, color, kind and size",
    path: (_, n) => `/shop?q=${at(colors, n)}+${at(kinds, n)}+${at(searchedSizes, n)}`,
  },
  {
    name: "shop, kinds that exclude each other",
    path: (_, n) => `/shop?q=${at(["polo", "tee", "hoodie"], n)}+${at(hatWords, n)}`,
  },
  {
    name: "shop, the beginning of a word",
    path: (_, n) =>
      `/shop?q=${at(["co", "gr", "qu", "ma", "s", "wo", "b"], n)}&pages=${1 + Math.floor(n / 7)}`,
  },
  { name: "shop, a word nobody has", path: (_, n) => `/shop?q=zzq${n}` },
  { name: "shop, a size nobody has", path: (_, n) => `/shop?size=Z${n}` },
  { name: "product", path: ({ products }, n) => `/product/${at(products, n)}` },
  { name: "sitemap", path: () => "/sitemap.xml" },
  { name: "part of the sitemap", path: ({ parts }, n) => `/sitemap.xml?part=${at(parts, n)}` },
  { name: "dashboard", path: (_, n) => `/admin/dashboard?period=${[7, 30, 90][n % 3]}`, isOwners: true },
  {
    name: "owner's products",
    path: (_, n) => `/admin/products?sort=${at([...sorts, "name", "stock-low"], n)}`,
    isOwners: true,
  },
  {
    name: "owner's products, a word",
    path: ({ words }, n) => `/admin/products?q=${at(words, n)}`,
    isOwners: true,
  },
  {
    name: "owner's product",
    path: ({ products }, n) => `/admin/products/${at(products, n)}`,
    isOwners: true,
  },
  {
    name: "orders",
    path: (_, n) => `/admin/orders?tab=${at(["all", "recent", "to-ship"], n)}`,
    isOwners: true,
  },
  {
    name: "orders, a customer",
    path: (_, n) => `/admin/orders?q=customer${n}@example.com`,
    isOwners: true,
  },
  { name: "order", path: ({ orders }, n) => `/admin/orders/${at(orders, n)}`, isOwners: true },
];

type GrownShop = { products: number; shop: ShopProcess; sample: Sample; cookie: string };

export type Growth = { sizes: number[]; orders: number };

/** `createDatabase` makes an empty one and answers its URL. */
export async function measureGrowth(
  { sizes, orders }: Growth,
  { folder, createDatabase }: { folder: string; createDatabase: (name: string) => Promise<string> },
  say: (line: string) => void,
): Promise<Figure[]> {
  const shops: GrownShop[] = [];
  try {
    for (const products of sizes) {
      say(`A shop of ${products} products and ${orders} orders …`);
      const url = await createDatabase(`growth_${products}`);
      const sample = await fill(url, { products, orders });
      const dataDir = path.join(folder, `growth-${products}`);
      const shop = new ShopProcess({ port: await freePort(), dataDir, databaseUrl: url });
      await shop.start();
      shops.push({ products, shop, sample, cookie: await signIn(shop.origin) });
    }
    const figures: Figure[] = [];
    for (const read of reads) {
      say(`${read.name} …`);
      figures.push(...(await measureRead(read, shops)));
    }
    for (const shop of shops) figures.push(await measureExport(shop));
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
      orders: await list("select id as value from orders order by id limit 500"),
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
  const times = new Map(shops.map(({ products }) => [products, [] as number[]]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const shop of shops) {
      const took = await timeOf(shop, read, round + WARM_UP);
      if (round >= 0) times.get(shop.products)?.push(took);
    }
  }
  const [smallest = []] = times.values();
  return [...times].flatMap(([products, took]) => {
    const name = `${read.name}, ${products} products`;
    return [
      atMost(`${name}: p50`, median(took), P50_MS_MAX, "ms"),
      noted(`${name}: p99`, quantile(took, 0.99), "ms"),
      noted(`${name}: beside the smallest shop`, median(took) / median(smallest), "×"),
    ];
  });
}

/** Until the last byte is there. */
async function timeOf({ shop, sample, cookie }: GrownShop, read: Read, round: number): Promise<number> {
  const url = shop.origin + read.path(sample, round);
  const began = performance.now();
  const answer = await fetch(url, { redirect: "manual", headers: read.isOwners ? { Cookie: cookie } : {} });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}`);
  return performance.now() - began;
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The first rows of the CSV file; the rest of it costs the same. */
async function measureExport({ shop, cookie, products }: GrownShop): Promise<Figure> {
  const began = performance.now();
  const answer = await fetch(`${shop.origin}/admin/products/export.csv`, { headers: { Cookie: cookie } });
  if (!answer.ok || !answer.body) throw new Error(`the export was answered with ${answer.status}`);
  const decoder = new TextDecoder();
  let rows = 0;
  for await (const chunk of answer.body) {
    rows += decoder.decode(chunk, { stream: true }).split("\n").length - 1;
    if (rows >= EXPORT_ROWS) break;
  }
  const milliseconds = (performance.now() - began) / rows;
  return atMost(`CSV export, ${products} products: 1,000 rows`, milliseconds * 1_000, P50_MS_MAX, "ms");
}
