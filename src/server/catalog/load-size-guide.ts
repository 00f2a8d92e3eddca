import type { CatalogEntry } from "#domain/catalog/catalog-entry.ts";
import { type Charted, chartFor, type SizeTable, tableOf } from "#domain/size-chart/size-chart.ts";
import type { Shop } from "../core/shop.ts";

/** `isSample`: the owner has none yet, and these are the sample's. */
export type SizeGuide = { charts: SizeTable[]; isSample: boolean };

/** The charts that shoppers find, in the owner's order: the owner's, and the sample's while samples are on sale. */
export async function loadSizeGuide(shop: Shop): Promise<SizeGuide> {
  const catalog = await shop.memory.catalog.read(shop);
  const hasSamples = catalog.in("newest").some(({ isSample }) => isSample);
  const charts = catalog.settings.sizeCharts.filter(({ isSample }) => !isSample || hasSamples);
  return { charts: charts.map(tableOf), isSample: charts.every(({ isSample }) => isSample) };
}

/** What decides which chart a product shows. */
export function chartedAs({ id, product, isSample }: CatalogEntry): Charted {
  return { id, type: product.type, categoryId: product.category.id, isSample };
}

/** The id of the chart that a product shows; null: it offers no size guide. */
export function chartIdOf(entry: CatalogEntry, charts: Parameters<typeof chartFor>[1]): string | null {
  return chartFor(chartedAs(entry), charts)?.id ?? null;
}
