// A table of sizes in measures of a body, as the owner types it. A product shows the nearest one: that of the product, else
// that of its type, else that of its category. Sample charts are shown while samples are all that is on sale, so that no
// owner's shop ever measures by the sample brand.
import { typeKey } from "../catalog/filters/facet-keys.ts";
import { listNames } from "../category/category.ts";
import type { ProductImage } from "../product/image.ts";
import { sizeKey } from "../product/size.ts";

/** `isInches`: its values are lengths, which are shown in centimeters, too. Others are shown as typed: "6¾-7⅛". */
export type Measure = { name: string; isInches: boolean };

/** A value for each measure, "" for none. */
export type SizeRow = { size: string; values: string[] };

/** What pages show of a chart. */
export type SizeTable = {
  id: string;
  /** "Shirts" */
  name: string;
  /** Above its table; "" for its name. */
  caption: string;
  /** How to measure. */
  advice: string;
  measures: Measure[];
  rows: SizeRow[];
  /** Where to measure. */
  picture: ProductImage | null;
};

/** What a chart is for: ids of categories, types as the owner writes them, and ids of products. */
export type ChartScope = {
  id: string;
  name: string;
  categories: string[];
  types: string[];
  productIds: string[];
};

export type SizeChart = SizeTable & ChartScope & { isSample: boolean };

/** What decides which chart is a product's. */
type Charted = { id: string; type: string; categoryId: string };

/** The charts that shoppers find, of a shop with these products on sale. */
export function shownCharts(
  charts: readonly SizeChart[],
  products: readonly { isSample: boolean }[],
): SizeChart[] {
  const isSampleShop = products.length > 0 && products.every(({ isSample }) => isSample);
  return charts.filter(({ isSample }) => isSampleShop || !isSample);
}

/** The nearest of these charts; of several that are equally near, the first. null: none, and no size guide is offered. */
export function chartFor<Chart extends ChartScope>(product: Charted, charts: readonly Chart[]): Chart | null {
  const key = typeKey(product.type);
  return (
    charts.find(({ productIds }) => productIds.includes(product.id)) ??
    (key === "" ? undefined : charts.find(({ types }) => types.some((type) => typeKey(type) === key))) ??
    charts.find(({ categories }) => categories.includes(product.categoryId)) ??
    null
  );
}

export function tableOf(chart: SizeChart): SizeTable {
  const { id, name, caption, advice, measures, rows, picture } = chart;
  return { id, name, caption, advice, measures, rows, picture };
}

const SHOWN_MAX = 5;

/** What an owner may have overlooked. Nothing of it keeps the chart from being shown. `products`: whose chart it is. */
export function chartNotes(
  chart: Pick<SizeChart, "measures" | "rows" | "categories" | "types" | "productIds">,
  products: readonly { name: string; sizes: readonly string[] }[],
): string[] {
  const notes: string[] = [];
  for (const [at, { name }] of chart.measures.entries()) {
    const gaps = chart.rows.filter(({ values }) => (values[at] ?? "") === "").map(({ size }) => size);
    if (gaps.length > 0) notes.push(`${name} is missing for ${listed(gaps)}. Shoppers see a dash there.`);
  }
  if (chart.categories.length + chart.types.length + chart.productIds.length === 0) {
    notes.push("No product uses this chart yet. Choose categories, types, or products.");
    return notes;
  }
  const sold = new Map(products.flatMap(({ sizes }) => sizes.map((size) => [sizeKey(size), size] as const)));
  const charted = new Set(chart.rows.map(({ size }) => sizeKey(size)));
  const unsold = chart.rows
    .map(({ size }) => size)
    .filter((size) => sizeKey(size) !== ONE_SIZE && !sold.has(sizeKey(size)));
  const missing = [...sold].filter(([key]) => !charted.has(key)).map(([, size]) => size);
  if (products.length === 0) notes.push("No product on sale shows this chart.");
  else if (unsold.length > 0) notes.push(`No product comes in ${listed(unsold)}.`);
  if (missing.length > 0)
    notes.push(`Products come in ${listed(missing)}, but this chart doesn't list them.`);
  return notes;
}

const ONE_SIZE = sizeKey("One size");

/** "S, M and L" */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_MAX);
  const rest = names.length - shown.length;
  return listNames(rest > 0 ? [...shown, `${rest} more`] : shown);
}
