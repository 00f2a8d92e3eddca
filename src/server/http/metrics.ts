// The figures of /metrics, in Prometheus' format by prom-client. Each process counts its own requests in a registry of its
// own; what the database knows is read on request, at most once in FIGURES_MS. Labels have few values: a route is
// a pattern, a status a class. Each copy of the shop is scraped separately.
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from "prom-client";
import type { RateLimiter } from "../auth/limits/rate-limit.ts";
import { errorText } from "../core/log.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { readShopFigures, type ShopFigures } from "./metrics-queries.ts";
import type { PageCache } from "./pages/page-cache.ts";
import { shareAnswer } from "./share-answer.ts";

type Answered = { route: string; method: string; status: number; seconds: number };

export type Metrics = {
  registry: Registry;
  /** Counts one request. */
  answered: (request: Answered) => void;
};

const FIGURES_MS = 10_000;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const METHODS = new Set(["GET", "HEAD", "POST"]);
const CHECKOUT_STARTS = ["/functions/v1/create-payment-intent", "/functions/v1/create-checkout-session"];

type Sources = {
  cache: Pick<PageCache, "hits" | "misses" | "renders" | "lastGoods" | "bytes">;
  limiter: Pick<RateLimiter, "refusals">;
};

export function createMetrics(shop: Shop, { cache, limiter }: Sources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addOwnFigures(shop, { cache, limiter }, registry);
  addShopFigures(shop, registry);
  const requests = new Counter({
    name: "shop_http_requests_total",
    help: "Requests that were not answered from memory, by route, method and class of the status.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "shop_http_request_seconds",
    help: "Duration of requests that were not answered from memory.",
    labelNames: ["route"],
    buckets: SECONDS,
    registers,
  });
  const errors = new Counter({
    name: "shop_http_errors_total",
    help: "Requests answered with a status of 500 or more, by route.",
    labelNames: ["route"],
    registers,
  });
  const checkouts = new Counter({
    name: "shop_checkouts_started_total",
    help: "Calls that started or renewed a checkout.",
    registers,
  });
  return {
    registry,
    answered: ({ route, method, status, seconds }) => {
      requests.inc({
        route,
        method: METHODS.has(method) ? method : "other",
        status: `${Math.floor(status / 100)}xx`,
      });
      durations.observe({ route }, seconds);
      if (status >= 500) errors.inc({ route });
      if (status < 300 && CHECKOUT_STARTS.includes(route)) checkouts.inc();
    },
  };
}

/** What this process knows without the database. */
function addOwnFigures(shop: Shop, { cache, limiter }: Sources, registry: Registry): void {
  const registers = [registry];
  const counted = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  const measured = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  counted("shop_page_cache_hits_total", "Pages answered from memory.", () => cache.hits);
  counted("shop_page_cache_misses_total", "Pages that a visitor had to wait for.", () => cache.misses);
  counted(
    "shop_page_renders_total",
    "Pages rendered for the cache, including in the background.",
    () => cache.renders,
  );
  measured("shop_page_cache_bytes", "Memory used by cached pages.", () => cache.bytes);
  counted(
    "shop_page_last_good_total",
    "Pages answered with their last good version, because they failed.",
    () => cache.lastGoods,
  );
  measured("shop_database_waiting", "Queries that wait for a connection.", () => shop.pool.waitingCount ?? 0);
  measured("shop_database_connections", "Connections to the database.", () => shop.pool.totalCount ?? 1);
  new Counter({
    name: "shop_limited_total",
    help: "Requests refused by a rate limit, by limit.",
    labelNames: ["limit"],
    registers,
    collect() {
      this.reset();
      for (const [limit, count] of limiter.refusals) this.inc({ limit }, count);
    },
  });
}

/** What is the same for all processes: the aggregate takes it from one of them. */
function addShopFigures(shop: Shop, registry: Registry): void {
  const read = shareFigures(shop);
  const gauge = <L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    fill: (gauge: Gauge<L>, figures: ShopFigures) => void,
  ): Metric<L> =>
    new Gauge<L>({
      name,
      help,
      labelNames,
      registers: [registry],
      aggregator: "first",
      async collect() {
        this.reset();
        const figures = await read();
        if (figures) fill(this, figures);
      },
    });
  const queues = (figures: ShopFigures) => Object.entries(figures.queues);
  gauge("shop_queue_length", "Queued work, by queue.", ["queue"], (each, figures) => {
    for (const [queue, { waiting }] of queues(figures)) each.set({ queue }, waiting);
  });
  gauge("shop_queue_oldest_seconds", "Age of the oldest due work, by queue.", ["queue"], (each, figures) => {
    for (const [queue, { oldestSeconds }] of queues(figures)) each.set({ queue }, oldestSeconds);
  });
  gauge(
    "shop_queue_given_up",
    "Work that needs the owner's decision, by queue.",
    ["queue"],
    (each, figures) => {
      for (const [queue, { givenUp }] of queues(figures)) each.set({ queue }, givenUp);
    },
  );
  gauge("shop_orders", "Orders by status.", ["status"], (each, figures) => {
    for (const [status, count] of Object.entries(figures.orders)) each.set({ status }, count);
  });
  gauge("shop_declines_last_hour", "Declined cards in the last hour.", [], (each, { declinesLastHour }) =>
    each.set(declinesLastHour),
  );
  gauge("shop_holds", "Checkouts that hold stock.", [], (each, { holds }) => each.set(holds));
  gauge("shop_held_units", "Units that checkouts hold.", [], (each, { heldUnits }) => each.set(heldUnits));
  new Gauge({
    name: "shop_database_up",
    help: "1 if the database answered when the metrics were read last.",
    registers: [registry],
    aggregator: "min",
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
}

/** The figures, at most FIGURES_MS old; null while they can't be read. */
function shareFigures(shop: Shop): () => Promise<ShopFigures | null> {
  return shareAnswer(FIGURES_MS, () =>
    readShopFigures(shop.db, nowOf(shop)).catch((error: unknown) => {
      shop.log.warn("http.figures_unread", { error: errorText(error) });
      return null;
    }),
  );
}
