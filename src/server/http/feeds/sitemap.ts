// The sitemap: one file for a shop of ordinary size, an index of parts for a large one. Where the parts of a large one
// begin is written down by the worker, so the index costs nothing to read, and a part stays the same part while products
// come and go.

import { isUuid } from "#domain/text/uuid.ts";
import {
  cutIntoParts,
  FIRST_ID,
  listKeptParts,
  listSitemapEntries,
  replaceKeptParts,
} from "../../catalog/export-queries.ts";
import type { Shop } from "../../shop.ts";
import { element, XML_START } from "./xml.ts";

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const IMAGES = "http://www.google.com/schemas/sitemap-image/1.1";

/** Parts of this size stay below a megabyte, and have room for what is added before they are cut again. */
const PRODUCTS_PER_PART = 5_000;
/** Search engines take 50,000 in one file. */
const URLS_MAX = 50_000;

/**
 * Pages that are not products. Of the shop's filters and searches only these are listed: the others show the same
 * products. A test compares the list with the route table (test/pages/page-paths.test.ts).
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
 * when there is no such part, or nothing in it is sold any more: a list of no pages is none. Two statements at most.
 */
export async function sitemap(
  shop: Shop,
  { part, size = PRODUCTS_PER_PART }: { part: string | null; size?: number },
): Promise<string | null> {
  if (part !== null && !isUuid(part)) return null;
  const kept = await listKeptParts(shop.db);
  if (part !== null) return urlSet(shop, rangeOf(kept, part.toLowerCase(), size));
  const parts = kept.length > 0 ? kept : await cutIntoParts(shop.db, size);
  return parts.length === 1 ? urlSet(shop, rangeOf([], FIRST_ID, size)) : partIndex(shop, parts);
}

/** For the worker: writes down where the parts begin, when there are several. */
export async function keepSitemapParts(shop: Shop, { size = PRODUCTS_PER_PART } = {}): Promise<void> {
  const parts = await cutIntoParts(shop.db, size);
  await replaceKeptParts(shop.db, parts.length > 1 ? parts : []);
}

type Range = { after: string; until: string | null; limit: number };

/** What was not written down ends where the next part would be cut. */
function rangeOf(kept: string[], after: string, size: number): Range {
  const until = kept.find((start) => start > after) ?? null;
  return { after, until, limit: kept.length > 0 ? URLS_MAX - SITEMAP_PAGES.length : size };
}

async function urlSet(shop: Shop, range: Range): Promise<string | null> {
  const { publicUrl } = shop.env;
  const first = range.after === FIRST_ID ? SITEMAP_PAGES : [];
  const pages = first.map((path) => `<url>${element("loc", publicUrl + path)}</url>`);
  const products = await listSitemapEntries(shop.db, range);
  if (pages.length + products.length === 0) return null;
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
