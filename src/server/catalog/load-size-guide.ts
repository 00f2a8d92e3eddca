import type { Catalog } from "#domain/catalog/catalog.ts";
import type { CatalogEntry } from "#domain/catalog/catalog-entry.ts";
import { chartFor, type SizeTable, shownCharts, tableOf } from "#domain/size-chart/size-chart.ts";
import type { Shop } from "../core/shop.ts";

export type SizeGuide = { charts: SizeTable[] };

/** The charts that shoppers find, in the owner's order. */
export async function loadSizeGuide(shop: Shop): Promise<SizeGuide> {
  return { charts: chartsOf(await shop.memory.catalog.read(shop)).map(tableOf) };
}

/** The id of the chart that a product shows; null: no size guide is offered with it. */
export function chartIdOf({ id, product }: CatalogEntry, catalog: Catalog): string | null {
  const charted = { id, type: product.type, categoryId: product.category.id };
  return chartFor(charted, chartsOf(catalog))?.id ?? null;
}

function chartsOf(catalog: Catalog) {
  return shownCharts(catalog.settings.sizeCharts, catalog.in("newest"));
}
