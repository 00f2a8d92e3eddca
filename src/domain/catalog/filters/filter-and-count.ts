// Which products a list shows, and to how many each of its filters would narrow it. The other choices of the same filter
// don't count against a choice: types are one or the other, so the choices of a filter that is on are counted without it.
import { categoryAt } from "../../category/category.ts";
import { compareSizes } from "../../product/size.ts";
import type { Catalog } from "../catalog.ts";
import type { CatalogEntry } from "../catalog-entry.ts";
import type { ShopSearch } from "../shop-search.ts";
import { colorChoice, facetNamesIn } from "./facet-keys.ts";
import type { FacetTexts } from "./facet-texts.ts";
import { type FacetChoice, type FacetName, type Facets, facetNames } from "./facets.ts";
import { priceBands } from "./price-bands.ts";

type Filters = Pick<ShopSearch, FacetName | "category" | "sale" | "inStock" | "under" | "over">;
type FilterName = FacetName | "category" | "sale" | "inStock";

/** Of each filter the choices with the most products are offered. */
const CHOICES_MAX = 100;

/**
 * The entries that pass all filters, and the choices of each filter, counted among all that are given. Colors look as they
 * do in the whole catalog.
 */
export function filterAndCount(
  entries: readonly CatalogEntry[],
  filters: Filters,
  catalog: Catalog,
): { passing: CatalogEntry[]; facets: Facets } {
  const passing: CatalogEntry[] = [];
  const tests = testsOf(filters, catalog);
  const counts = new Counts(catalog);
  for (const entry of entries) {
    const failed = failedTest(entry, tests);
    if (failed === "none") passing.push(entry);
    if (failed !== "several") counts.add(entry, failed);
  }
  return { passing, facets: facetsOf(counts, filters, catalog) };
}

/** Whether an entry passes all filters. */
export function filterOf(filters: Filters, catalog: Catalog): (entry: CatalogEntry) => boolean {
  const tests = testsOf(filters, catalog);
  return (entry) => failedTest(entry, tests) === "none";
}

type Test = { name: FilterName; passes: (entry: CatalogEntry) => boolean };

/** Of the filters that are on. */
function testsOf(
  { category, sale, inStock, under, over, ...wanted }: Filters,
  { facetTexts, settings }: Catalog,
): Test[] {
  const tests: Test[] = [];
  const wantedCategory = categoryAt(settings.categories, category);
  if (wantedCategory)
    tests.push({ name: "category", passes: ({ product }) => product.category.id === wantedCategory.id });
  if (sale) tests.push({ name: "sale", passes: ({ isOnSale }) => isOnSale });
  if (inStock) tests.push({ name: "inStock", passes: ({ isInStock }) => isInStock });
  const [least, most] = [(over ?? 0) * 100, (under ?? Number.POSITIVE_INFINITY) * 100];
  if (under !== null || over !== null)
    tests.push({ name: "prices", passes: ({ price }) => price >= least && price <= most });
  for (const name of facetNames) {
    if (wanted[name].length === 0) continue;
    const isWanted = facetTexts[name].values.map((values) =>
      values.some((value) => wanted[name].includes(value)),
    );
    tests.push({ name, passes: ({ facets }) => isWanted[facets[name]] === true });
  }
  return tests;
}

/** The one filter that the entry does not pass. */
function failedTest(entry: CatalogEntry, tests: readonly Test[]): FilterName | "none" | "several" {
  let failed: FilterName | "none" = "none";
  for (const { name, passes } of tests) {
    if (passes(entry)) continue;
    if (failed !== "none") return "several";
    failed = name;
  }
  return failed;
}

class Counts {
  sale = 0;
  inStock = 0;
  everyCategory = 0;
  /** By id. */
  readonly categories = new Map<string, number>();
  /** Products by the number of what they say for a filter. */
  readonly texts: Record<FacetName, Uint32Array>;

  constructor({ facetTexts }: Catalog) {
    const zeros = (name: FacetName) => new Uint32Array(facetTexts[name].texts.length);
    this.texts = {
      types: zeros("types"),
      colors: zeros("colors"),
      sizes: zeros("sizes"),
      prices: zeros("prices"),
    };
  }

  /** A product that fails a single filter counts among the choices of that one; one that fails none, among all. */
  add(entry: CatalogEntry, failed: FilterName | "none"): void {
    const isAny = failed === "none";
    if (isAny || failed === "category") {
      const { id } = entry.product.category;
      this.everyCategory += 1;
      this.categories.set(id, (this.categories.get(id) ?? 0) + 1);
    }
    if (entry.isOnSale && (isAny || failed === "sale")) this.sale += 1;
    if (entry.isInStock && (isAny || failed === "inStock")) this.inStock += 1;
    for (const name of facetNames) {
      if (!isAny && failed !== name) continue;
      const [counts, text] = [this.texts[name], entry.facets[name]];
      counts[text] = (counts[text] ?? 0) + 1;
    }
  }
}

type Look = Omit<FacetChoice, "value" | "count">;

function facetsOf(counts: Counts, filters: Filters, catalog: Catalog): Facets {
  const { everyCategory, sale, inStock } = counts;
  const chosen = categoryAt(catalog.settings.categories, filters.category);
  const offered = catalog.settings.categories.filter((category) => !category.isHidden || category === chosen);
  const place = ({ value }: FacetChoice) => priceBands.findIndex((band) => band.value === value);
  const choices = (name: FacetName, lookOf: (value: string, label: string) => Look) =>
    withChosen(choicesOf(catalog.facetTexts[name], counts.texts[name], lookOf), filters[name]);
  const asSpelled = (_: string, label: string) => ({ label });
  const asColor = (value: string, color: string) =>
    colorChoice(value, { color, swatch: catalog.swatches().get(color) ?? "" });
  return {
    categories: offered.map(({ id, slug, name }) => ({
      value: slug,
      label: name,
      count: counts.categories.get(id) ?? 0,
    })),
    everyCategory,
    types: choices("types", asSpelled).sort(byLabel),
    colors: choices("colors", asColor).sort(byLabel),
    sizes: choices("sizes", asSpelled).sort((a, b) => compareSizes(a.value, b.value)),
    prices: choices("prices", (value) => ({ label: nameOf(value) })).sort((a, b) => place(a) - place(b)),
    sale,
    inStock,
  };
}

function byLabel(a: FacetChoice, b: FacetChoice): number {
  return a.label.localeCompare(b.label, "en-US");
}

/** The values of a filter, each called by the most frequent of its spellings. */
function choicesOf(
  facetTexts: FacetTexts,
  counts: Uint32Array,
  lookOf: (value: string, label: string) => Look,
): FacetChoice[] {
  const [values, spellings] = [new Map<string, number>(), new Map<string, number>()];
  for (const [number, text] of facetTexts.texts.entries()) {
    const count = counts[number] ?? 0;
    if (count === 0) continue;
    for (const value of facetTexts.valuesOf(text)) values.set(value, (values.get(value) ?? 0) + count);
    for (const name of facetNamesIn(text)) spellings.set(name, (spellings.get(name) ?? 0) + count);
  }
  const labels = new Map<string, string>();
  for (const [spelling] of [...spellings].sort(byFrequency)) {
    for (const value of facetTexts.valuesOf(spelling)) if (!labels.has(value)) labels.set(value, spelling);
  }
  const most = [...values].sort(byFrequency).slice(0, CHOICES_MAX);
  return most.map(([value, count]) => ({ value, ...lookOf(value, labels.get(value) ?? value), count }));
}

type TextCount = [text: string, count: number];

function byFrequency([a, often]: TextCount, [b, oftener]: TextCount): number {
  return oftener - often || (a < b ? -1 : 1);
}

/** What is chosen can be taken back, although nothing matches it together with the other filters. */
function withChosen(choices: FacetChoice[], chosen: readonly string[]): FacetChoice[] {
  const missing = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  return [...choices, ...missing.map((value) => ({ value, label: nameOf(value), count: 0 }))];
}

function nameOf(value: string): string {
  const band = priceBands.find((each) => each.value === value);
  return band?.label ?? value.charAt(0).toUpperCase() + value.slice(1);
}
