// What search engines, price comparisons and browsers ask a shop for: sitemap, robots.txt, product feed, web manifest, and
// the style sheet of its look. Strangers ask for them, and the larger ones name the whole catalog. So the caller limits how
// often, the feed is written in chunks as it is read, and each answer may be cached.
import { type Context, Hono } from "hono";
import { rangeOf, whatIsSold } from "#domain/brand/brand.ts";
import { lookStylesheet, parseLookName } from "#domain/brand/look.ts";
import { storeInitials } from "#domain/settings/settings.ts";
import type { Shop } from "../../core/shop.ts";
import { loadConfiguration } from "../../settings/load-configuration.ts";
import { productFeed } from "./product-feed.ts";
import { sitemap } from "./sitemap.ts";

const KEPT = "public, max-age=900";
const FOREVER = "public, max-age=31536000, immutable";
const XML = "application/xml; charset=utf-8";

/**
 * URL paths that no search engine should visit. Private pages that are not here (an order's own) say noindex
 * themselves, which an engine can only read when it may visit them.
 */
const CLOSED = ["/admin", "/checkout", "/functions/", "/webhooks/", "/sandbox", "/dev/"];

export function discoveryRoutes(shop: Shop): Hono {
  const routes = new Hono();
  routes.get("/robots.txt", (c) => c.text(robots(shop.env.publicUrl), 200, { "Cache-Control": KEPT }));
  routes.get("/sitemap.xml", async (c) => {
    return c.body(await sitemap(shop), 200, { "Content-Type": XML, "Cache-Control": KEPT });
  });
  routes.get("/feeds/google.xml", (c) => googleFeed(shop, c));
  routes.get("/look/:name", (c) => lookSheet(c));
  routes.get("/site.webmanifest", (c) => webManifest(shop, c));
  return routes;
}

/** Its name has all of its values, so it never changes. */
function lookSheet(c: Context): Response {
  const look = parseLookName(c.req.param("name") ?? "");
  if (!look) return c.text("Not found", 404, { "Cache-Control": "no-store" });
  const headers = { "Content-Type": "text/css; charset=utf-8", "Cache-Control": FOREVER };
  return c.body(lookStylesheet(look), 200, headers);
}

function robots(publicUrl: string): string {
  const closed = CLOSED.map((path) => `Disallow: ${path}\n`).join("");
  return `User-agent: *\n${closed}\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

function googleFeed(shop: Shop, c: Context): Response {
  const headers = { "Content-Type": XML, "Cache-Control": KEPT };
  if (c.req.method === "HEAD") return c.body(null, 200, headers);
  // Pulled: the next chunk is written when the reader has taken the one before.
  const chunks = productFeed(shop);
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = await chunks.next();
      if (chunk.done) controller.close();
      else controller.enqueue(bytes.encode(chunk.value));
    },
    cancel: async () => {
      await chunks.return(undefined);
    },
  });
  return c.body(body, 200, headers);
}

async function webManifest(shop: Shop, c: Context): Promise<Response> {
  const { settings, brand, categories } = await loadConfiguration(shop);
  const { storeName } = settings.businessInfo;
  const { trade } = brand.words;
  const range = rangeOf(brand.words, categories);
  const icon = (file: string, sizePx: number, purpose: string) => ({
    src: `/icons/${file}.png`,
    sizes: `${sizePx}x${sizePx}`,
    type: "image/png",
    purpose,
  });
  const manifest = {
    id: "/",
    name: storeName,
    short_name: storeName.length <= 14 ? storeName : storeInitials(storeName),
    description: `${whatIsSold({ trade, range })}.`,
    lang: "en-US",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: brand.look.colors.paper,
    theme_color: brand.look.colors.paper,
    icons: [
      icon("shop-192", 192, "any"),
      icon("shop-512", 512, "any"),
      icon("shop-maskable-512", 512, "maskable"),
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ],
  };
  return c.body(JSON.stringify(manifest), 200, {
    "Content-Type": "application/manifest+json",
    "Cache-Control": KEPT,
  });
}
