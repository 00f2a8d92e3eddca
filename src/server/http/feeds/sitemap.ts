// The sitemap: one file for a shop of ordinary size, an index of parts for a large one.

import { isUuid } from "#domain/text/uuid.ts";
import { FIRST_ID, listPartStarts, listSitemapEntries } from "../../catalog/export-queries.ts";
import type { Shop } from "../../shop.ts";
import { element, XML_START } from "./xml.ts";

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const IMAGES = "http://www.google.com/schemas/sitemap-image/1.1";

/** Search engines take 50,000 URLs in one file; parts of this size stay near a megabyte. */
const PRODUCTS_PER_PART = 10_000;

/**
 * Pages that are not products. Of the shop's filters and searches only these are listed: the others show the same
 * products. A test compares the list with the route table (test/page-paths.test.ts).
 */
export const SITEMAP_PAGES = [
  "/",
  "/shop",
  "/shop?category=HATS",
  "/shop?category=SHIRTS",
  "/shop?sale=true",
  "/about",
  "/contact",
  "/shipping",
  "/size-guide",
  "/privacy",
  "/terms",
];

/**
 * The text of /sitemap.xml (`part` null) or of one of its parts, named by the id that it begins after; null
 * when there is no such part. Two statements at most.
 */
export async function sitemap(
  shop: Shop,
  { part, size = PRODUCTS_PER_PART }: { part: string | null; size?: number },
): Promise<string | null> {
  if (part !== null) return isUuid(part) ? urlSet(shop, part, size) : null;
  const parts = await listPartStarts(shop.db, size);
  return parts.length === 1 ? urlSet(shop, FIRST_ID, size) : partIndex(shop, parts);
}

async function urlSet(shop: Shop, after: string, size: number): Promise<string> {
  const { publicUrl } = shop.env;
  const first = after === FIRST_ID ? SITEMAP_PAGES : [];
  const pages = first.map((path) => `<url>${element("loc", publicUrl + path)}</url>`);
  const products = await listSitemapEntries(shop.db, { after, limit: size });
  const entries = products.map(({ id, updatedAt, image }) => {
    const picture = image
      ? `<image:image>${element("image:loc", new URL(image, publicUrl).href)}</image:image>`
      : "";
    const location = element("loc", `${publicUrl}/product/${id}`);
    return `<url>${location}${element("lastmod", updatedAt)}${picture}</url>`;
  });
  const open = `<urlset xmlns="${NAMESPACE}" xmlns:image="${IMAGES}">`;
  return `${XML_START}${open}\n${[...pages, ...entries].join("\n")}\n</urlset>\n`;
}

function partIndex(shop: Shop, parts: string[]): string {
  const entries = parts.map(
    (after) => `<sitemap>${element("loc", `${shop.env.publicUrl}/sitemap.xml?part=${after}`)}</sitemap>`,
  );
  return `${XML_START}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join("\n")}\n</sitemapindex>\n`;
}
