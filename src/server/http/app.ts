// Every URL path of the shop: functions, webhooks, files, demo tools, and last the pages, which are rendered
// elsewhere and handed in as a function.
import { type Context, Hono } from "hono";
import { Registry } from "prom-client";
import type { Limit, RateLimiter } from "../auth/limits/rate-limit.ts";
import { findPaidOrder } from "../checkout/visitors/paid-before.ts";
import { clientIpOf } from "../core/client-ip.ts";
import { findFullDisk } from "../core/disk/check-folder.ts";
import { errorText } from "../core/log.ts";
import { currentRequest } from "../core/request-context.ts";
import type { Shop } from "../core/shop.ts";
import { assertWritable } from "../db/database.ts";
import { isDatabaseUnavailable, isReadOnly } from "../db/unavailable.ts";
import { jpegPictures } from "../files/pictures/jpeg-pictures.ts";
import { mayAskDoctor } from "../operations/doctor/doctor-token.ts";
import { examineShop, reportText } from "../operations/doctor/examine-shop.ts";
import { cspReportRoutes, reportPosts } from "./csp-reports.ts";
import { addDemoTools, type DemoTools } from "./demo-tools.ts";
import { FORM_TYPES, formPosts, type PostRule } from "./door/post-rule.ts";
import { discoveryRoutes } from "./feeds/discovery.ts";
import { functionPosts, functionRoutes } from "./functions/function-routes.ts";
import { metricsAccess } from "./metrics-access.ts";
import { type MissingPages, missingPages } from "./pages/missing-page.ts";
import type { PagePaths } from "./pages/page-path.ts";
import { previewRoutes } from "./pages/preview.ts";
import type { StaticFiles } from "./pages/static-files.ts";
import { refuse } from "./responses.ts";
import { baseHeaders, FILE_POLICY, REPORTS_PATH } from "./security-headers.ts";
import { shareAnswer } from "./share-answer.ts";
import { storedPicture } from "./stored-pictures.ts";
import { webhookPosts, webhookRoutes } from "./webhooks.ts";
import { wellKnownRoutes } from "./well-known.ts";

export type AppParts = DemoTools & {
  shop: Shop;
  limiter: RateLimiter;
  staticFiles: StaticFiles;
  paths: PagePaths;
  renderPage: (request: Request) => Promise<Response>;
  /** Null while they are unknown. */
  metrics: () => Promise<string>;
  /** Whether the shop stops soon, so that a proxy should send its requests elsewhere. */
  isStopping?: () => boolean;
};

/** What the addresses outside the table of pages take by POST, by how their paths begin. */
export const appPosts = (shop: Pick<Shop, "payments">): Readonly<Record<string, PostRule>> => ({
  "/functions/v1/": functionPosts,
  "/webhooks/": webhookPosts(shop),
  [REPORTS_PATH]: reportPosts,
  "/sandbox": { ...formPosts, types: [...FORM_TYPES, "application/json"] },
});

const NO_STORE = { "Cache-Control": "no-store" };

/** For an answer of 503. */
const RETRY_SECONDS = "10";
const MINUTE_MS = 60_000;
/** How long one look at the database answers all who ask whether the shop is ready. */
const READY_MS = 1_000;
const FUNCTIONS: Limit = { name: "functions", requestsMax: 300, windowMs: MINUTE_MS };
const CHECKOUTS: Limit = { name: "checkouts", requestsMax: 20, windowMs: 10 * MINUTE_MS };
const LISTINGS: Limit = { name: "listings", requestsMax: 30, windowMs: MINUTE_MS };
const REPORTS: Limit = { name: "reports", requestsMax: 30, windowMs: MINUTE_MS };
const VERIFICATIONS: Limit = { name: "verifications", requestsMax: 60, windowMs: MINUTE_MS };
/** Pages that have to be rendered for this one client, at about 10 ms each: far more than people ask for. */
const PAGES: Limit = { name: "pages", requestsMax: 600, windowMs: MINUTE_MS };
/** Lists of more pages than people open one after the other; the longest have over a thousand cards. */
const LONG_LISTS: Limit = { name: "long-lists", requestsMax: 60, windowMs: MINUTE_MS };
const LONG_LIST_PAGES = 10;
const METRICS: Limit = { name: "metrics", requestsMax: 60, windowMs: MINUTE_MS };

export function createApp(parts: AppParts): Hono {
  const { shop } = parts;
  const app = new Hono();
  const always = Object.entries(baseHeaders(shop.env));
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of always) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    // Pages bring their own policy; those of the development server have none.
    const isPage = c.res.headers.get("Content-Type")?.startsWith("text/html");
    if (!isPage && !c.res.headers.has("Content-Security-Policy")) {
      c.res.headers.set("Content-Security-Policy", FILE_POLICY);
    }
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  });
  const limited = limitedBy(parts.limiter);
  addHealth(app, parts, limited);
  addFunctions(app, shop, limited);
  for (const path of ["/sitemap.xml", "/feeds/*"]) app.use(path, limited(LISTINGS));
  app.use("/brand/*", limited(PAGES));
  app.use(REPORTS_PATH, limited(REPORTS));
  app.route(REPORTS_PATH, cspReportRoutes(shop, parts.paths));
  app.route("/", discoveryRoutes(shop));
  app.route("/", wellKnownRoutes(shop));
  app.route("/preview", previewRoutes(shop));
  app.route("/webhooks", webhookRoutes(shop));
  const jpegs = jpegPictures(shop);
  app.get("/storage/product-images/:name", (c) => storedPicture(shop.files, jpegs, c));
  addDemoTools(app, shop, parts);
  app.get("/*", (c, next) => staticFile(parts.staticFiles, c) ?? next());
  const ofLongLists = limited(LONG_LISTS);
  for (const path of ["/shop", "/shop.data"])
    app.use(path, (c, next) =>
      Number(c.req.query("pages")) > LONG_LIST_PAGES ? ofLongLists(c, next) : next(),
    );
  const missing = missingPages(parts);
  app.all("/*", limited(PAGES), (c) => page(parts, missing, c));
  app.onError((error, c) => {
    const { id, route } = currentRequest() ?? {};
    shop.log.error("http.request_failed", { method: c.req.method, route, error: errorText(error) });
    if (isDatabaseUnavailable(error)) {
      c.header("Retry-After", RETRY_SECONDS);
      return refuse(c, 503, "unavailable", "The shop can't answer right now. Please try again in a minute.");
    }
    const quote = id === undefined ? "" : ` If you contact us about it, mention this number: ${id}`;
    return refuse(c, 500, "internal", `Something went wrong on our side. Please try again.${quote}`);
  });
  return app;
}

/** Why the shop is not ready, or null. */
async function findUnreadiness(shop: Shop): Promise<string | null> {
  try {
    await assertWritable(shop.pool);
    const full = writesToFolder(shop) ? findFullDisk(shop.env.dataDir) : null;
    if (full === null) return null;
    shop.log.warn("http.not_ready", { error: full });
    return "the disk is full";
  } catch (error) {
    shop.log.warn("http.not_ready", { error: errorText(error) });
    return isReadOnly(error) ? "the database is read-only" : "the database does not respond";
  }
}

function addHealth(app: Hono, { shop, metrics, isStopping }: AppParts, limited: Limited): void {
  const readiness = shareAnswer(READY_MS, () => findUnreadiness(shop));
  app.get("/healthz", (c) => c.text("ok", 200, NO_STORE));
  app.get("/readyz", async (c) => {
    if (isStopping?.()) return c.text("the shop is stopping", 503, NO_STORE);
    const why = await readiness();
    return why === null ? c.text("ready", 200, NO_STORE) : c.text(why, 503, NO_STORE);
  });
  app.get("/doctor", limited(METRICS), async (c, next) => {
    if (!mayAskDoctor(shop.keys, c.req.header("authorization"))) return next();
    const examination = await examineShop(shop);
    return c.json({ text: reportText(examination), isHealthy: examination.isHealthy }, 200, NO_STORE);
  });
  app.get("/metrics", limited(METRICS), async (c) => {
    const access = metricsAccess(shop.env, c.req.raw);
    if (access === "hidden") return c.text("Not found", 404, NO_STORE);
    if (access === "refused") {
      const challenge = { ...NO_STORE, "WWW-Authenticate": 'Bearer realm="metrics"' };
      return c.text("Send METRICS_TOKEN as a bearer token.", 401, challenge);
    }
    return c.text(await metrics(), 200, { ...NO_STORE, "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE });
  });
}

/** With PostgreSQL and an S3 store, orders and pictures are written elsewhere. */
function writesToFolder({ env }: Shop): boolean {
  return env.databaseUrl === null || env.s3 === null;
}

/** `countedBy`: what a request is counted by instead of its network, if anything. */
type Limited = (
  limit: Limit,
  countedBy?: (request: Request) => Promise<string | undefined>,
) => (c: Context, next: () => Promise<void>) => Promise<Response | undefined>;

function limitedBy(limiter: RateLimiter): Limited {
  return (limit, countedBy) => async (c, next) => {
    const other = await countedBy?.(c.req.raw);
    const seconds = await limiter.secondsToWait(limit, clientIpOf(c.req.raw), other);
    if (seconds === 0) {
      await next();
      return;
    }
    c.header("Retry-After", String(seconds));
    if (limit === PAGES || limit === LONG_LISTS) {
      const wait = `Please wait ${seconds} seconds and reload this page.`;
      return c.text(`Too many requests from your network. ${wait}`, 429, NO_STORE);
    }
    return refuse(c, 429, "rate_limited", "Too many requests. Please wait a moment and try again.");
  };
}

function addFunctions(app: Hono, shop: Shop, limited: Limited): void {
  app.use("/functions/v1/*", limited(FUNCTIONS));
  // Returning customers are not blocked by others on the network of an office or a campus.
  const ofCheckouts = limited(CHECKOUTS, async (request) => {
    const orderId = await findPaidOrder(shop, request).catch(() => null);
    return orderId ?? undefined;
  });
  app.use("/functions/v1/create-payment-intent", ofCheckouts);
  app.use("/functions/v1/create-checkout-session", ofCheckouts);
  app.use("/functions/v1/verify-checkout-session", limited(VERIFICATIONS));
  app.use("/functions/v1/extend-hold", limited(VERIFICATIONS));
  app.use("/functions/v1/hold-at-pay", limited(VERIFICATIONS));
  app.route("/functions/v1", functionRoutes(shop));
}

function staticFile(files: StaticFiles, c: Context): Response | null {
  if (c.req.path.startsWith("/assets/") && !files.has(c.req.path)) {
    return c.text("Not found", 404, NO_STORE);
  }
  return files.answer(c.req.path, c.req.header("accept-encoding") ?? "", c.req.header("if-none-match"));
}

async function page({ renderPage, paths }: AppParts, missing: MissingPages, c: Context): Promise<Response> {
  const url = new URL(c.req.url);
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  const meant = isRead ? paths.strayRelativePath(url.pathname) : null;
  if (meant) return c.redirect(meant + url.search, 302);
  if (url.pathname !== "/" && url.pathname.endsWith("/") && c.req.method === "GET") {
    return c.redirect(url.pathname.slice(0, -1) + url.search, 308);
  }
  const answer = await renderPage(c.req.raw);
  const location = answer.headers.get("Location");
  if (answer.status === 301 && location !== null) return c.redirect(withQuery(location, url.search), 301);
  if (answer.status !== 404 || !isRead) return answer;
  const moved = await missing.movedTo(url.pathname, clientIpOf(c.req.raw));
  return moved === null ? answer : c.redirect(withQuery(moved, url.search), 301);
}

/** A page that is the same for everybody is drawn without what else its address says, such as a chosen size. */
function withQuery(location: string, search: string): string {
  return /[?#]/.test(location) ? location : location + search;
}
