// Reads of a shop of the full size that it is built for, through HTTP by one client: pages of shoppers that are not in
// memory, by their processor time, and all pages and reports of the back office, by the time until the last byte.
import { type Database, openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { ShopProcess, type ShopSettings, signIn } from "#test/processes/shop-process.ts";
import { atMost, type Figure, median } from "../figures.ts";
import { cpuOf, cpuOfFamily, postgresOf } from "../usage.ts";
import { fillShop } from "./fill-shop.ts";
import { office, pageData, type Read, reports, type Sample, searches } from "./reads.ts";

const SIZE = { products: 10_000, orders: 300_000, days: 750 };
const WARM_UP = 5;
const ROUNDS = 30;
const OFFICE_ROUNDS = 7;

/** The settings must name an empty PostgreSQL. */
export async function measureFullShop(
  settings: ShopSettings,
  say: (line: string) => void,
): Promise<Figure[]> {
  say(`  filling a shop of ${SIZE.products} products and ${SIZE.orders} orders …`);
  const database = await openPostgresDatabase(settings.databaseUrl ?? "");
  const shop = new ShopProcess(settings);
  try {
    await migrate(database.db);
    await fillShop(database.db, { ...SIZE, today: new Date() });
    const sample = await sampleOf(database);
    const postgres = await postgresOf(database.pool);
    await shop.start();
    const reader: Reader = { origin: shop.origin, sample, cookie: await signIn(shop.origin) };
    const cpu = () => cpuOf(shop.pid) + cpuOfFamily(postgres);
    const figures: Figure[] = [];
    const add = (name: string, value: number, wanted: number) =>
      figures.push(atMost(`full shop, ${name}`, value, wanted, "ms"));
    for (const [reads, most] of [
      [pageData, 10],
      [searches, 30],
    ] as const)
      for (const read of reads) add(`${read.name}: processor time`, await cpuOfRead(reader, read, cpu), most);
    for (const read of office) add(read.name, await timeOfRead(reader, read), 100);
    for (const read of reports) add(read.name, await timeOfRead(reader, read), 1_000);
    return figures;
  } finally {
    await shop.end("SIGTERM");
    await database.close();
  }
}

async function sampleOf({ pool }: Database): Promise<Sample> {
  const list = async (query: string) => {
    const { rows } = await pool.query<{ value: string }>(`${query} limit 200`);
    return rows.map(({ value }) => value);
  };
  return {
    products: await list("select id as value from products where status = 'active' order by id"),
    orders: await list("select id as value from orders order by id"),
    // Older ones are deleted over time, by the shop's rules of retention.
    messages: await list(
      "select id as value from contact_messages where created_at > now() - interval '1 year' order by id",
    ),
    words: await list(
      `select value from (select distinct regexp_split_to_table(lower(name), '[^a-z]+') as value from products) words
        where value ~ '^[a-z]{6,12}$' order by md5(value)`,
    ),
  };
}

type Reader = { origin: string; sample: Sample; cookie: string };

async function cpuOfRead(reader: Reader, read: Read, cpu: () => number): Promise<number> {
  for (let round = 0; round < WARM_UP; round += 1) await ask(reader, read, round);
  const before = cpu();
  for (let round = 0; round < ROUNDS; round += 1) await ask(reader, read, WARM_UP + round);
  return (cpu() - before) / ROUNDS;
}

async function timeOfRead(reader: Reader, read: Read): Promise<number> {
  await ask(reader, read, 0);
  const times: number[] = [];
  for (let round = 1; round <= OFFICE_ROUNDS; round += 1) times.push(await ask(reader, read, round));
  return median(times);
}

/** Milliseconds until the last byte. */
async function ask({ origin, sample, cookie }: Reader, read: Read, round: number): Promise<number> {
  const url = origin + read.path(sample, round);
  const began = performance.now();
  const answer = await fetch(url, { redirect: "manual", headers: url.includes("/admin/") ? { cookie } : {} });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}`);
  return performance.now() - began;
}
