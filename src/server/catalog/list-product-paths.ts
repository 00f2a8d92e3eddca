import type { Shop } from "../shop.ts";
import { listPartStarts, listSitemapEntries, type SitemapEntry } from "./export-queries.ts";

/** Search engines take 50,000 addresses in one file; parts of this size stay near a megabyte. */
export const SITEMAP_PART = 10_000;

/** The ids after which the parts of the catalogue begin: one for a shop of up to SITEMAP_PART products. */
export async function listParts(shop: Shop, size: number = SITEMAP_PART): Promise<string[]> {
  return listPartStarts(shop.db, size);
}

/** Addresses of one part. `after` must be a UUID. */
export async function listProductPaths(
  shop: Shop,
  { after, size = SITEMAP_PART }: { after: string; size?: number },
): Promise<SitemapEntry[]> {
  return listSitemapEntries(shop.db, { after, limit: size });
}
