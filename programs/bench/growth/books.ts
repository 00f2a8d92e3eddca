// What the rounds of the books' checks cost the shop's database (src/server/reconciliation/check-books.ts): one that finds
// nothing new, one that finds a thousand new rows of each table, and a slice of the whole. In a shop with a short history
// and in one with a long one: what a round costs may depend on what is new, and not on what is old. The provider's list is
// left out, since a grown shop has no payments there.
import { sql } from "kysely";
import { type Database, openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { checkBooks, checkSlice } from "#server/reconciliation/check-books.ts";
import type { Shop } from "#server/shop.ts";
import { fillShop } from "../../growth/fill-shop.ts";
import { atMost, type Figure, median, noted } from "../figures.ts";

const PRODUCTS = 1_000;
const ORDERS = [10_000, 300_000];
const ROUNDS = 15;
/** Beside the short history. */
const RATIO_MAX = 1.5;

/** `wanted`: the most that it may cost beside the same in the short history; null for what is a part of all there is. */
type Round = { name: string; wanted: number | null; run: (shop: Shop) => Promise<unknown[]> };

const rounds: Round[] = [
  { name: "a quiet round of the books", wanted: RATIO_MAX, run: (shop) => checkBooks(shop) },
  {
    name: "a round of the books with 1,000 new rows of each table",
    wanted: RATIO_MAX,
    run: async (shop) => {
      // As in a shop that is checked for the first time.
      await sql`delete from shop_facts where name = 'books.round'`.execute(shop.db);
      return checkBooks(shop);
    },
  },
  { name: "a slice of all books, one of 256 that are spread over a day", wanted: null, run: checkSlice },
];

/** `createDatabase` makes an empty one and answers its URL. */
export async function measureBooks(
  createDatabase: (name: string) => Promise<string>,
  say: (line: string) => void,
): Promise<Figure[]> {
  const databases: Database[] = [];
  try {
    const shops: Shop[] = [];
    for (const orders of ORDERS) {
      say(`A shop of ${PRODUCTS} products and ${orders} orders …`);
      const database = await openPostgresDatabase(await createDatabase(`books_${orders}`));
      databases.push(database);
      await migrate(database.db);
      await fillShop(database.db, { products: PRODUCTS, orders, today: new Date() });
      shops.push(shopOn(database));
    }
    const figures: Figure[] = [];
    for (const round of rounds) figures.push(...(await takeTurns(round, shops)));
    return figures;
  } finally {
    for (const database of databases) await database.close();
  }
}

async function takeTurns({ name, wanted, run }: Round, shops: Shop[]): Promise<Figure[]> {
  const times = shops.map((): number[] => []);
  // The first one warms up.
  for (let turn = -1; turn < ROUNDS; turn += 1)
    for (const [place, shop] of shops.entries()) {
      const began = performance.now();
      const violations = await run(shop);
      if (turn >= 0) times[place]?.push(performance.now() - began);
      if (violations.length > 0)
        throw new Error(`a rule is broken in a grown shop: ${JSON.stringify(violations[0])}`);
    }
  const [short = Number.NaN, long = Number.NaN] = times.map(median);
  const [fewer, more] = ORDERS.map((orders) => orders.toLocaleString("en-US"));
  const ratio = `${name}, ${more} orders beside ${fewer}`;
  return [
    noted(`${name}, ${more} orders`, long, "ms"),
    wanted === null ? noted(ratio, long / short, "×") : atMost(ratio, long / short, wanted),
  ];
}

/** All that the checks of its own tables need of a shop. */
function shopOn({ db }: Database): Shop {
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const payments = { listIntents: async () => ({ ok: false, reason: "unavailable", message: "left out" }) };
  return { db, clock: Date.now, log, payments } as unknown as Shop;
}
