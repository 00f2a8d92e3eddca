// The sitemap: one file for a shop of ordinary size, an index of parts for a large one.

import { isUuid } from "#domain/text/uuid.ts";
import { FIRST_ID } from "../../catalog/export-queries.ts";
import { listParts, listProductPaths } from "../../catalog/list-product-paths.ts";
import type { Shop } from "../../shop.ts";
import { element, XML_START } from "./xml.ts";

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const IMAGES = "http://www.google.com/schemas/sitemap-image/1.1";

/** Pages that are not products. Filters and searches are other views of /shop and not listed. */
const PAGES = [
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
  { part, size }: { part: string | null; size?: number },
): Promise<string | null> {
  if (part !== null) return isUuid(part) ? addressSet(shop, part, size) : null;
  const parts = await listParts(shop, size);
  return parts.length === 1 ? addressSet(shop, FIRST_ID, size) : partIndex(shop, parts);
}

async function addressSet(shop: Shop, after: string, size: number | undefined): Promise<string> {
  const { publicUrl } = shop.env;
  const pages =
    after === FIRST_ID ? PAGES.map((path) => `<url>${element("loc", publicUrl + path)}</url>`) : [];
  const products = await listProductPaths(shop, { after, size });
  const entries = products.map(({ id, updatedAt, image }) => {
    const picture = image
      ? `<image:image>${element("image:loc", new URL(image, publicUrl).href)}</image:image>`
      : "";
    const address = element("loc", `${publicUrl}/product/${id}`);
    return `<url>${address}${element("lastmod", updatedAt)}${picture}</url>`;
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
