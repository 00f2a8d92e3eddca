// Every URL path of the shop: functions, webhooks, files, demo tools, and last the pages, which are rendered
// elsewhere and handed in as a function.
import { type Context, Hono } from "hono";
import { clientIpOf, isLoopback, networkOf } from "../client-ip.ts";
import { type Limit, RateLimiter } from "../limits/rate-limit.ts";
import { errorText } from "../log.ts";
import { handleMailbox } from "../mail/handle-mailbox.ts";
import type { Shop } from "../shop.ts";
import { discoveryRoutes } from "./feeds/discovery.ts";
import { functionRoutes } from "./functions/function-routes.ts";
import { originOf } from "./own-origin.ts";
import type { PagePaths } from "./pages/page-path.ts";
import type { StaticFiles } from "./pages/static-files.ts";
import { refuse } from "./responses.ts";
import { baseHeaders } from "./security-headers.ts";
import { storedPicture } from "./stored-pictures.ts";
import { webhookRoutes } from "./webhooks.ts";

export type AppParts = {
  shop: Shop;
  staticFiles: StaticFiles;
  paths: PagePaths;
  renderPage: (request: Request) => Promise<Response>;
  /** The payment sandbox's pages and browser API; absent with a real provider. */
  sandbox: ((request: Request) => Promise<Response>) | null;
  /** Folder of the dev mailbox; null with a real mail server. */
  mailboxFolder: string | null;
  metrics: () => string;
};

const NO_STORE = { "Cache-Control": "no-store" };

const MINUTE_MS = 60_000;
const FUNCTIONS: Limit = { name: "functions", requestsMax: 300, windowMs: MINUTE_MS };
const CHECKOUTS: Limit = { name: "checkouts", requestsMax: 20, windowMs: 10 * MINUTE_MS };
const LISTINGS: Limit = { name: "listings", requestsMax: 30, windowMs: MINUTE_MS };
const VERIFICATIONS: Limit = { name: "verifications", requestsMax: 60, windowMs: MINUTE_MS };

export function createApp(parts: AppParts): Hono {
  const { shop } = parts;
  const app = new Hono();
  const always = Object.entries(baseHeaders(shop.env.publicUrl.startsWith("https:")));
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of always) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  });
  addHealth(app, parts);
  const limited = limiterOf(shop);
  addFunctions(app, shop, limited);
  for (const path of ["/sitemap.xml", "/feeds/*"]) app.use(path, limited(LISTINGS));
  app.route("/", discoveryRoutes(shop));
  app.route("/webhooks", webhookRoutes(shop));
  app.get("/storage/product-images/:name", (c) => storedPicture(shop.files, c));
  addDemoTools(app, parts);
  app.get("/*", (c, next) => staticFile(parts.staticFiles, c) ?? next());
  app.all("/*", (c) => page(parts, c));
  app.onError((error, c) => {
    shop.log.error("http.request_failed", { path: c.req.path, error: errorText(error) });
    return refuse(c, 500, "internal", "Something went wrong on our side. Please try again.");
  });
  return app;
}

function addHealth(app: Hono, { shop, metrics }: AppParts): void {
  app.get("/healthz", (c) => c.text("ok", 200, NO_STORE));
  app.get("/readyz", async (c) => {
    try {
      await shop.pool.query("select 1");
      return c.text("ready", 200, NO_STORE);
    } catch (error) {
      shop.log.warn("http.not_ready", { error: errorText(error) });
      return c.text("the database does not answer", 503, NO_STORE);
    }
  });
  app.get("/metrics", (c) => {
    if (!isLoopback(clientIpOf(c.req.raw))) return c.text("Not found", 404);
    return c.text(metrics(), 200, { ...NO_STORE, "Content-Type": "text/plain; version=0.0.4" });
  });
}

type Limited = (limit: Limit) => (c: Context, next: () => Promise<void>) => Promise<Response | undefined>;

function limiterOf(shop: Shop): Limited {
  const limiter = new RateLimiter(shop.clock);
  return (limit) => async (c, next) => {
    const seconds = limiter.secondsToWait(limit, networkOf(clientIpOf(c.req.raw)));
    if (seconds === 0) {
      await next();
      return;
    }
    c.header("Retry-After", String(seconds));
    return refuse(c, 429, "rate_limited", "Too many requests. Please wait a moment and try again.");
  };
}

function addFunctions(app: Hono, shop: Shop, limited: Limited): void {
  app.use("/functions/v1/*", limited(FUNCTIONS), async (c, next) => {
    if (c.req.method !== "GET" && originOf(shop.env, c.req.raw.headers) === "foreign") {
      return refuse(c, 403, "foreign_origin", "This function answers the shop's own pages only.");
    }
    return next();
  });
  app.use("/functions/v1/create-payment-intent", limited(CHECKOUTS));
  app.use("/functions/v1/create-checkout-session", limited(CHECKOUTS));
  app.use("/functions/v1/verify-checkout-session", limited(VERIFICATIONS));
  app.use("/functions/v1/extend-hold", limited(VERIFICATIONS));
  app.route("/functions/v1", functionRoutes(shop));
}

function addDemoTools(app: Hono, { shop, sandbox, mailboxFolder }: AppParts): void {
  if (sandbox) {
    app.all("/sandbox/*", (c) => sandbox(c.req.raw));
    app.all("/sandbox", (c) => sandbox(c.req.raw));
  }
  if (mailboxFolder !== null && shop.env.mode === "demo") {
    const mailbox = async (c: Context) =>
      (await handleMailbox(c.req.raw, { folder: mailboxFolder })) ?? c.text("Not found", 404);
    app.on("GET", ["/dev/mailbox", "/dev/mailbox.css", "/dev/mailbox/*"], mailbox);
  }
}

function staticFile(files: StaticFiles, c: Context): Response | null {
  if (c.req.path.startsWith("/assets/") && !files.has(c.req.path)) {
    return c.text("Not found", 404, NO_STORE);
  }
  return files.answer(c.req.path, c.req.header("accept-encoding") ?? "", c.req.header("if-none-match"));
}

async function page({ renderPage, paths }: AppParts, c: Context): Promise<Response> {
  const url = new URL(c.req.url);
  const meant = paths.strayRelativePath(url.pathname);
  if (meant && (c.req.method === "GET" || c.req.method === "HEAD"))
    return c.redirect(meant + url.search, 302);
  if (url.pathname !== "/" && url.pathname.endsWith("/") && c.req.method === "GET") {
    return c.redirect(url.pathname.replace(/\/+$/, "").replace(/^\/{2,}/, "/") + url.search || "/", 308);
  }
  return renderPage(c.req.raw);
}
