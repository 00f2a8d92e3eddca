// The owner's inventory: each option of each active product, what is left of it, how long that lasts at the pace of the
// last 28 days, and the level at which it is low.
import type { ProductImage } from "../product/image.ts";
import { oneLine } from "../text/one-line.ts";
import { queryText } from "../text/query-text.ts";
import { UUID_PATTERN } from "../text/uuid.ts";

/** The days whose sales say how long the units last. */
export const SALES_DAYS = 28;
export const LOW_LEVEL_DEFAULT = 3;
export const LOW_LEVEL_MAX = 1000;

export type InventoryLine = {
  productId: string;
  name: string;
  image: ProductImage | null;
  /** "" for a product without options. */
  variation: string;
  sku: string;
  /** Units on the shelf. */
  onHand: number;
  /** Of these, what shoppers who are paying hold. */
  held: number;
  /** In SALES_DAYS days, less what came back. */
  sold: number;
};

export const inventoryTabLabels = { all: "All sizes", low: "Low", order: "To order" };
export type InventoryTab = keyof typeof inventoryTabLabels;
export const inventoryTabs = Object.keys(inventoryTabLabels) as InventoryTab[];

const QUERY_LENGTH_MAX = 100;

/** The line after which a page begins, and the number it is sorted by, as text. */
export type InventoryCursor = { productId: string; variation: string; key: string };

export type InventorySearch = {
  tab: InventoryTab;
  /** For how long what is ordered shall last; without a meaning on the other tabs. */
  weeks: OrderWeeks;
  /** Words of a product's name, or a SKU; "" for all. */
  query: string;
  after: InventoryCursor | null;
};

/** What can be sold now. */
export function availableOf({ onHand, held }: Pick<InventoryLine, "onHand" | "held">): number {
  return Math.max(0, onHand - held);
}

/** For how many whole days the units last at the pace of the last SALES_DAYS; null when nothing was sold. */
export function daysOfCover(line: Pick<InventoryLine, "onHand" | "held" | "sold">): number | null {
  return line.sold > 0 ? Math.floor((availableOf(line) * SALES_DAYS) / line.sold) : null;
}

/** How long the units last, for the owner: "12" days, "Sold out", or "–" where nothing was sold. */
export function daysLeftText(line: Pick<InventoryLine, "onHand" | "held" | "sold">): string {
  if (availableOf(line) === 0) return "Sold out";
  return daysOfCover(line)?.toLocaleString("en-US") ?? "–";
}

/** For how many weeks at the pace of the last SALES_DAYS an owner may order. */
export const orderWeeks = [4, 8, 12] as const;
export type OrderWeeks = (typeof orderWeeks)[number];
export const ORDER_WEEKS_DEFAULT: OrderWeeks = 8;
const DAYS_PER_WEEK = 7;

/** What lasts for fewer days than this is to be ordered. */
export function daysOfWeeks(weeks: OrderWeeks): number {
  return weeks * DAYS_PER_WEEK;
}

/** How many units are missing until there are enough for so long; 0 when nothing was sold. */
export function unitsToOrder(
  line: Pick<InventoryLine, "onHand" | "held" | "sold">,
  weeks: OrderWeeks,
): number {
  const wanted = Math.ceil((line.sold * daysOfWeeks(weeks)) / SALES_DAYS);
  return Math.max(0, wanted - availableOf(line));
}

export type StockState = "sold_out" | "low" | "enough";

export function stockState(line: Pick<InventoryLine, "onHand" | "held">, lowLevel: number): StockState {
  const available = availableOf(line);
  if (available === 0) return "sold_out";
  return available <= lowLevel ? "low" : "enough";
}

export function parseInventorySearch(params: URLSearchParams): InventorySearch {
  const tab = inventoryTabs.find((known) => known === params.get("show")) ?? "all";
  const query = oneLine(params.get("q"), QUERY_LENGTH_MAX);
  return { tab, weeks: parseOrderWeeks(params), query, after: parseCursor(params.get("after"), tab) };
}

export function parseOrderWeeks(params: URLSearchParams): OrderWeeks {
  return orderWeeks.find((known) => String(known) === params.get("weeks")) ?? ORDER_WEEKS_DEFAULT;
}

/** The query string of a search with its "?"; "" for the default. */
export function inventorySearchText({ tab, weeks, query, after }: InventorySearch): string {
  return queryText({
    q: query,
    show: tab !== "all" && tab,
    weeks: tab === "order" && weeks !== ORDER_WEEKS_DEFAULT && String(weeks),
    after: after && `${after.productId}_${after.key}_${after.variation}`,
  });
}

/** A key is a number as the database writes it: days of cover below a hundredth have many decimals, or an exponent. */
const CURSOR = new RegExp(
  `^(${UUID_PATTERN})_(-?\\d{1,12}(?:\\.\\d{1,25})?(?:e-\\d\\d)?)_([^\\u0000]{0,300})$`,
  "s",
);
/** What is low is sorted by its units. */
const LOW_KEY = /^-?\d{1,9}$/;

function parseCursor(text: string | null, tab: InventoryTab): InventoryCursor | null {
  const [, productId, key, variation] = CURSOR.exec(text ?? "") ?? [];
  if (!productId || !key || variation === undefined || (tab === "low" && !LOW_KEY.test(key))) return null;
  return { productId, key, variation };
}
