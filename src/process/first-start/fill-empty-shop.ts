import path from "node:path";
import { sampleProducts } from "#sample/catalog.ts";
import { sampleSizeCharts } from "#sample/size-charts.ts";
import { seedSampleCatalog } from "#server/catalog/sample/seed-sample-catalog.ts";
import type { Shop } from "#server/core/shop.ts";

const PICTURES = path.join(import.meta.dirname, "../../../sample/pictures");

/** Puts the sample catalog into a demo that has no products. */
export async function fillEmptyShop(shop: Shop): Promise<void> {
  if (shop.env.mode === "demo") await seedSamples(shop);
}

/** Puts the sample catalog into a shop that has no products. Returns how many were put in. */
export function seedSamples(shop: Shop): Promise<number> {
  return seedSampleCatalog(shop, {
    products: sampleProducts,
    sizeCharts: sampleSizeCharts,
    picturesFolder: PICTURES,
  });
}
