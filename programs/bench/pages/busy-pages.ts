// Pages while sales go on, and while visitors come from ads, each with another click id. Two copies share a PostgreSQL. One
// sells, through the whole checkout, and has the worker's turn. The other serves pages, so its processor time is that of
// the pages and of what it hears about the sales.
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { pay, startPurchase, verify } from "#test/processes/guest-checkout.ts";
import { startProvider } from "#test/processes/provider-process.ts";
import { withDatabase } from "#test/processes/shop-data.ts";
import { ShopProcess, type ShopSettings } from "#test/processes/shop-process.ts";
import { freePort } from "#test/servers/postgres.ts";
import { startS3Server } from "#test/servers/s3-server.ts";
import { atMost, type Figure, median, noted, quantile } from "../figures.ts";
import { askTimes } from "../load.ts";
import { measure, ROUNDS, type Round, type Served } from "./pages.ts";

const PRODUCTS = 1_000;
/** Of each product: best sellers run low and sell out during the run, within some two hundred sales. */
const PIECES = 24;
const PRICE = 3_000;
const SHIPPING = 599;
/** The hour of a launch. */
const SALES_PER_SECOND = 20;
const CARD = "4242424242424242";
/** So many that it has seen nearly every page. */
const WARM_UP = 60_000;

export async function measureBusyPages(databaseUrl: string, folder: string): Promise<Figure[]> {
  const store = await startS3Server();
  const shopSecret = randomBytes(32).toString("base64url");
  const at = [await freePort(), await freePort()] as const;
  const providerFolder = path.join(folder, "provider");
  mkdirSync(providerFolder, { mode: 0o700 });
  const provider = await startProvider({
    folder: providerFolder,
    publicUrl: `http://127.0.0.1:${at[0]}`,
    shopSecret,
    workingMs: 0,
  });
  const variables = { ...store.variables, SHOP_SECRET: shopSecret, SANDBOX_URL: provider.origin };
  const copy = (name: string, port: number): ShopSettings => ({
    ...{ port, databaseUrl, variables, dataDir: path.join(folder, name) },
  });
  const [sellingAt, servingAt] = [copy("selling", at[0]), copy("serving", at[1])];
  const [selling, serving] = [new ShopProcess(sellingAt), new ShopProcess(servingAt)];
  try {
    await selling.start();
    const ids = await fillShelves(sellingAt);
    await serving.start();
    const served = { port: servingAt.port, pids: [serving.pid] };
    return [
      ...(await measureSales(served, ids, selling.origin)),
      ...(await measureAds(served, ids[0] ?? "")),
    ];
  } finally {
    await serving.end("SIGTERM");
    await selling.end("SIGTERM");
    provider.stop();
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
    await pool.query(`insert into stock_movements (product_id, variant_id, kind, quantity, source, created_at)
      select product_id, i.id, 'initial', on_hand, 'bench', now() from inventory i
      where on_hand > 0 and not exists (select from stock_movements m where m.product_id = i.product_id)`);
    return rows.map(({ id }) => id);
  });
}

/** Rounds with and without sales take turns, so that other work of the machine slows both down alike. */
async function measureSales(served: Served, ids: string[], sellAt: string): Promise<Figure[]> {
  const pick = zipf(ids);
  const page = () => `/product/${pick()}`;
  await askTimes({ port: served.port, path: page }, WARM_UP);
  const rounds: { quiet: Round; busy: Round }[] = [];
  const took = { quiet: [] as number[], busy: [] as number[] };
  const counted = { sold: 0, ms: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await measure(served, page, took.quiet);
    const sales = sell(sellAt, pick, SALES_PER_SECOND);
    // The first sales start before the count does.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const [began, soldBefore] = [performance.now(), sales.sold()];
    const busy = await measure(served, page, took.busy);
    counted.sold += sales.sold() - soldBefore;
    counted.ms += performance.now() - began;
    await sales.stop();
    rounds.push({ quiet, busy });
  }
  const name = `${PRODUCTS} product pages while sales go on`;
  const ratio = median(rounds.map(({ quiet, busy }) => busy.cpuMs / quiet.cpuMs));
  return [
    noted(`${name}: sales`, (counted.sold * 1_000) / counted.ms, "a second"),
    noted(`${name}: pages`, median(rounds.map(({ busy }) => busy.perSecond)), "a second"),
    atMost(`${name}: processor time per page compared with none`, ratio, 1.2),
    noted(`${PRODUCTS} product pages without sales: 99 of 100 within`, quantile(took.quiet, 0.99), "ms"),
    atMost(`${name}: 99 of 100 pages within`, quantile(took.busy, 0.99), 10, "ms"),
  ];
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
    figures.push(
      atMost(`${name} from an ad, with a new click id each time, compared with a hit`, median(ratios), 1.3),
    );
  }
  return figures;
}

/** Sells at an even pace, regardless of how long a sale takes. A sold-out product is not a failure. */
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
