// What others do to the pages that somebody reads: sales go on, and visitors come from ads, each with another click id.
// Two machines share a PostgreSQL. One sells, through the whole checkout. Of the other, two web processes serve pages and
// do nothing else (its primary does the work of the worker): so their processor time is that of the pages and of what they
// hear about the sales, and none of the sales themselves.
import { randomBytes, randomUUID } from "node:crypto";
import path from "node:path";
import { freePort } from "#test/postgres.ts";
import { pay, startPurchase, verify } from "#test/processes/guest-checkout.ts";
import { withDatabase } from "#test/processes/shop-data.ts";
import { ShopProcess, type ShopSettings } from "#test/processes/shop-process.ts";
import { startS3Server } from "#test/s3-server.ts";
import { atLeast, atMost, type Figure, median, noted, quantile } from "../figures.ts";
import { askTimes } from "../load.ts";
import { measure, ROUNDS, type Round, type Served } from "./pages.ts";

const PRODUCTS = 1_000;
/** Of each product: those that sell best run low and sell out meanwhile, within some two hundred sales. */
const PIECES = 24;
const PRICE = 3_000;
const SHIPPING = 599;
/** A good day, a campaign, and the hour of a launch. */
const SALES_PER_SECOND = [2, 10, 20];
const CARD = "4242424242424242";
/** So many that both web processes have seen nearly every page. */
const WARM_UP = 60_000;

export async function measureBusyPages(databaseUrl: string, folder: string): Promise<Figure[]> {
  const store = await startS3Server();
  const secrets = { SHOP_SECRET: randomBytes(32).toString("base64url"), METRICS_TOKEN: randomUUID() };
  const machine = async (name: string, own: Record<string, string> = {}): Promise<ShopSettings> => ({
    port: await freePort(),
    dataDir: path.join(folder, name),
    databaseUrl,
    variables: { ...store.variables, ...secrets, ...own },
  });
  const [sellingAt, servingAt] = [await machine("selling"), await machine("serving", { WEB_PROCESSES: "2" })];
  const [selling, serving] = [new ShopProcess(sellingAt), new ShopProcess(servingAt)];
  try {
    await selling.start();
    const ids = await fillShelves(sellingAt);
    await serving.start();
    const served = { port: servingAt.port, pids: serving.webPids };
    const hits = () => hitsOf(serving.origin, secrets.METRICS_TOKEN);
    return [
      ...(await measureSales(served, { ids, hits, sellAt: selling.origin })),
      ...(await measureAds(served, ids[0] ?? "")),
    ];
  } finally {
    await serving.end("SIGTERM");
    await selling.end("SIGTERM");
    await store.stop();
  }
}

async function fillShelves(settings: ShopSettings): Promise<string[]> {
  return withDatabase(settings, async (pool) => {
    const { rows } = await pool.query<{ id: string }>(
      `with made as (insert into products (name, price, category, description, created_at)
        select 'Bench Cap ' || n, $2, 'Hats', repeat('Made to be measured, and to be sold. ', 20),
          now() - n * interval '1 minute'
        from generate_series(1, $1) n returning id),
      stocked as (insert into inventory (product_id, on_hand) select id, $3 from made returning product_id)
      select product_id as id from stocked`,
      [PRODUCTS, PRICE, PIECES],
    );
    await pool.query(`insert into stock_movements (product_id, variation, kind, quantity, source, created_at)
      select product_id, variation, 'initial', on_hand, 'bench', now() from inventory i
      where on_hand > 0 and not exists (select from stock_movements m where m.product_id = i.product_id)`);
    return rows.map(({ id }) => id);
  });
}

type Busy = { ids: string[]; hits: () => Promise<{ hits: number; misses: number }>; sellAt: string };

/** What is seen of pages while so many sales a second go on. */
class BusyTimes {
  readonly perSecond: number;
  /** Beside none, round by round. */
  readonly rounds: { quiet: Round; busy: Round }[] = [];
  readonly took: number[] = [];
  readonly counted = { hits: 0, misses: 0, sold: 0, ms: 0 };

  constructor(perSecond: number) {
    this.perSecond = perSecond;
  }

  figures(): Figure[] {
    const { rounds, counted, took } = this;
    const name = `${PRODUCTS} product pages while ${this.perSecond} sales a second go on`;
    const share = (100 * counted.hits) / (counted.hits + counted.misses);
    const ratio = median(rounds.map(({ quiet, busy }) => busy.cpuMs / quiet.cpuMs));
    return [
      noted(`${name}: sales`, (counted.sold * 1_000) / counted.ms, "a second"),
      noted(`${name}: pages`, median(rounds.map(({ busy }) => busy.perSecond)), "a second"),
      noted(`${name}: pages, beside none`, median(rounds.map(({ quiet }) => quiet.perSecond)), "a second"),
      noted(`${name}: processor time per page`, median(rounds.map(({ busy }) => busy.cpuMs)), "ms"),
      atMost(`${name}: processor time per page beside none`, ratio, 1.2),
      atLeast(`${name}: answered from memory`, share, 99, "%"),
      atMost(`${name}: 99 of 100 pages within`, quantile(took, 0.99), 10, "ms"),
    ];
  }
}

/** Rounds with and without sales take turns, so that other work of the machine slows both down alike. */
async function measureSales(served: Served, { ids, hits, sellAt }: Busy): Promise<Figure[]> {
  const pick = zipf(ids);
  const page = () => `/product/${pick()}`;
  await askTimes({ port: served.port, path: page }, WARM_UP);
  const all = SALES_PER_SECOND.map((perSecond) => new BusyTimes(perSecond));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { perSecond, rounds, took, counted } of all) {
      const quiet = await measure(served, page);
      const sales = sell(sellAt, pick, perSecond);
      // The first sales are under way before anybody counts.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const [before, began, soldBefore] = [await hits(), performance.now(), sales.sold()];
      const busy = await measure(served, page, took);
      const after = await hits();
      counted.sold += sales.sold() - soldBefore;
      counted.ms += performance.now() - began;
      counted.hits += after.hits - before.hits;
      counted.misses += after.misses - before.misses;
      await sales.stop();
      rounds.push({ quiet, busy });
    }
  }
  return all.flatMap((times) => times.figures());
}

async function measureAds(served: Served, id: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const page of ["/shop", "/shop?category=HATS", `/product/${id}`]) {
    const click = () =>
      `${page}${page.includes("?") ? "&" : "?"}utm_source=ad&gclid=${randomBytes(40).toString("base64url")}`;
    const ratios: number[] = [];
    for (const asked of [page, click]) await askTimes({ port: served.port, path: asked }, 1_000);
    for (let round = 0; round < ROUNDS; round += 1) {
      const hit = await measure(served, page);
      const ad = await measure(served, click);
      ratios.push(ad.cpuMs / hit.cpuMs);
    }
    const name = page.startsWith("/product") ? "a product page" : page;
    figures.push(atMost(`${name} from an ad, another click id each time, beside a hit`, median(ratios), 1.3));
  }
  return figures;
}

/** Sells at an even pace, whatever one sale takes. A product that has sold out is no failure. */
function sell(origin: string, pick: () => string, perSecond: number) {
  const underWay = new Set<Promise<void>>();
  let sold = 0;
  const one = async () => {
    const goods = { productId: pick(), amount: PRICE + SHIPPING };
    const started = await startPurchase(origin, { ...goods, key: randomUUID(), orderId: randomUUID() });
    if ("refused" in started) {
      if (started.refused === "out_of_stock") return;
      throw new Error(`a checkout was refused: ${started.refused}`);
    }
    await pay(origin, started, CARD);
    await verify(origin, started);
    sold += 1;
  };
  const timer = setInterval(() => {
    const sale = one().finally(() => underWay.delete(sale));
    underWay.add(sale);
  }, 1_000 / perSecond);
  return {
    sold: () => sold,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

/** Each item half, a third, a fourth … as often as the first. */
function zipf(items: string[]): () => string {
  let sum = 0;
  const upTo = items.map((_, at) => {
    sum += 1 / (at + 1);
    return sum;
  });
  return () => {
    const drawn = Math.random() * sum;
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < drawn) low = middle + 1;
      else high = middle;
    }
    return items[low] ?? "";
  };
}

async function hitsOf(origin: string, token: string): Promise<{ hits: number; misses: number }> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  const read = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)`, "m").exec(text)?.[1]);
  return { hits: read("shop_page_cache_hits_total"), misses: read("shop_page_cache_misses_total") };
}
