// Which products the owner's list shows, as its query string says: a tab, words, whether only samples, a sort order and a
// page. An unknown value counts as the default, so an old or mistyped link still shows products.

import { isExactTime } from "../text/cursor.ts";
import { oneLine } from "../text/one-line.ts";
import { queryText } from "../text/query-text.ts";
import { UUID_PATTERN } from "../text/uuid.ts";
import type { ProductImage } from "./image.ts";
import type { ProductSummary } from "./product.ts";
import type { ProductStatus } from "./product-fields.ts";
import type { StockLine } from "./product-form.ts";

export const productTabLabels = {
  all: "All Products",
  active: "Active",
  draft: "Drafts",
  archived: "Archived",
};

export type ProductTab = keyof typeof productTabLabels;
export const productTabs = Object.keys(productTabLabels) as ProductTab[];

/** The tab 'All Products' leaves out archived ones. */
export const tabStatuses: Record<ProductTab, readonly ProductStatus[]> = {
  all: ["active", "draft"],
  active: ["active"],
  draft: ["draft"],
  archived: ["archived"],
};

export const productSortLabels = {
  newest: "Newest",
  name: "Name",
  "price-low": "Price: Low to High",
  "price-high": "Price: High to Low",
  "stock-low": "Stock: Low to High",
  "stock-high": "Stock: High to Low",
};

export type ProductSort = keyof typeof productSortLabels;
export const productSorts = Object.keys(productSortLabels) as ProductSort[];

/** The product after which a page begins: its id and the value it is sorted by, as text. */
export type ProductCursor = { id: string; key: string };

export type AdminProductSearch = {
  tab: ProductTab;
  query: string;
  /** Only products that came with the shop. */
  samples: boolean;
  sort: ProductSort;
  after: ProductCursor | null;
};

export const everyProduct: AdminProductSearch = {
  tab: "all",
  query: "",
  samples: false,
  sort: "newest",
  after: null,
};

/** What the owner archives before the first sale. */
export const samplesOnSale: AdminProductSearch = { ...everyProduct, tab: "active", samples: true };

/** One row of the owner's list. */
export type AdminProduct = Omit<ProductSummary, "path" | "hasOptions" | "images" | "createdAt"> & {
  /** Units on hand, by option. */
  stock: Pick<StockLine, "variation" | "onHand">[];
  /** Options that are low or sold out; 0 unless the product is active. */
  lowSizes: number;
  image: ProductImage | null;
  status: ProductStatus;
};

const QUERY_LENGTH_MAX = 100;

export function parseAdminProductSearch(params: URLSearchParams): AdminProductSearch {
  const tab = productTabs.find((known) => known === params.get("tab")) ?? "all";
  const sort = productSorts.find((known) => known === params.get("sort")) ?? "newest";
  const query = oneLine(params.get("q"), QUERY_LENGTH_MAX);
  const samples = params.get("samples") === "1";
  return { tab, sort, query, samples, after: parseCursor(params.get("after"), sort) };
}

/** The query string of a search with its "?"; "" for the default. */
export function adminProductSearchText({ tab, query, samples, sort, after }: AdminProductSearch): string {
  return queryText({
    tab: tab !== "all" && tab,
    q: query,
    samples: samples && "1",
    sort: sort !== "newest" && sort,
    after: after && `${after.id}_${after.key}`,
  });
}

const CURSOR = new RegExp(`^(${UUID_PATTERN})_(.{1,300})$`, "s");

function parseCursor(text: string | null, sort: ProductSort): ProductCursor | null {
  const [, id, key] = CURSOR.exec(text ?? "") ?? [];
  return id && key && isKey(key, sort) ? { id, key } : null;
}

/** Whether the database can read the key: no February 30, no number beyond its integers. */
function isKey(key: string, sort: ProductSort): boolean {
  if (sort === "name") return !key.includes("\u0000");
  return sort === "newest" ? isExactTime(key) : /^\d{1,9}$/.test(key);
}
