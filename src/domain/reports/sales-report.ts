// What a sales report says: one row of figures for each day, state, category, collection, product, option, or discount, and their sum.
import type { Cents } from "../money/money.ts";
import { usStates } from "../postal-address/us-states.ts";
import { formatDay, formatMonth } from "../text/dates.ts";
import { type Period, parsePeriod, periodParams } from "./report-period.ts";

export const reportKinds = {
  day: "Day",
  state: "State",
  category: "Category",
  collection: "Collection",
  product: "Product",
  option: "Option",
  discount: "Discount",
} as const;

export type ReportKind = keyof typeof reportKinds;

/**
 * Sums over orders of the days, and over what went back on them. `orders`: of products and options, the lines of orders.
 * `units`: units that were sold.
 */
export type ReportFigures = {
  orders: number;
  units: number;
  unitsBack: number;
  sales: Cents;
  discounts: Cents;
  refunds: Cents;
  shipping: Cents;
  shippingBack: Cents;
  tax: Cents;
  taxBack: Cents;
  /** What tax was charged on, less what it was refunded for; 0 in reports by units. */
  taxable: Cents;
};

/** `key`: a day, the first day of a month, two letters, a name, or an id; '' for none. `name`: of its product, category, or collection. */
export type ReportRow = ReportFigures & { key: string; option: string; name: string | null };

export function sumOfRows(rows: readonly ReportFigures[]): ReportFigures {
  const sum = (name: keyof ReportFigures) => rows.reduce((total, row) => total + row[name], 0);
  return {
    ...{ orders: sum("orders"), units: sum("units"), unitsBack: sum("unitsBack") },
    ...{ sales: sum("sales"), discounts: sum("discounts"), refunds: sum("refunds") },
    ...{ shipping: sum("shipping"), shippingBack: sum("shippingBack") },
    ...{ tax: sum("tax"), taxBack: sum("taxBack"), taxable: sum("taxable") },
  };
}

export type ReportSearch = Period & { kind: ReportKind };

/** What is asked for in the URL: `by`, and a period. */
export function parseReportSearch(params: URLSearchParams, today: string): ReportSearch {
  const by = params.get("by") ?? "";
  const kind = Object.hasOwn(reportKinds, by) ? (by as ReportKind) : "day";
  return { kind, ...parsePeriod(params, today) };
}

/** "?by=state&period=last-month" */
export function reportSearchText({ kind, ...period }: Omit<ReportSearch, "said">): string {
  return `?${new URLSearchParams({ by: kind, ...periodParams(period) })}`;
}

/** What the goods brought. */
export function netSales({ sales, discounts, refunds }: ReportFigures): Cents {
  return sales - discounts - refunds;
}

/** The money that came in, less what went back. */
export function totalOf(figures: ReportFigures): Cents {
  const { shipping, shippingBack, tax, taxBack } = figures;
  return netSales(figures) + shipping - shippingBack + tax - taxBack;
}

export type ReportColumn = {
  label: string;
  isMoney: boolean;
  value: (figures: ReportFigures) => number;
};

const money = (label: string, value: ReportColumn["value"]): ReportColumn => ({
  label,
  isMoney: true,
  value,
});
const count = (label: string, value: ReportColumn["value"]): ReportColumn => ({
  label,
  isMoney: false,
  value,
});

const orders = count("Orders", (figures) => figures.orders);
// An order of three options stands in three rows of units, so their sum is no number of orders.
const orderLines = count("Order lines", (figures) => figures.orders);
const units = count("Units", (figures) => figures.units - figures.unitsBack);
const net = money("Net sales", netSales);
const sales = [
  money("Sales", (figures) => figures.sales),
  money("Discounts", ({ discounts }) => -discounts),
  money("Refunds", ({ refunds }) => -refunds),
  net,
];
const shipping = money("Shipping", (figures) => figures.shipping - figures.shippingBack);
const tax = money("Tax", (figures) => figures.tax - figures.taxBack);
const taxable = money("Taxable sales", (figures) => figures.taxable);
const total = money("Total", totalOf);

/** Whether its rows are about units that were sold, of which there may be very many, and not about whole orders. */
export function isOfUnits(kind: ReportKind): boolean {
  return ["category", "collection", "product", "option"].includes(kind);
}

/** The report by state is the tax report: tax comes first. Shipping and tax belong to orders, so a report by units has neither. */
export function columnsOf(kind: ReportKind): readonly ReportColumn[] {
  if (isOfUnits(kind)) return [orderLines, units, ...sales];
  if (kind === "state") return [tax, taxable, orders, ...sales, shipping, total];
  return [orders, units, ...sales, shipping, tax, total];
}

/** The figures of all days together that stand above the table. */
export function mainColumnsOf(kind: ReportKind): readonly ReportColumn[] {
  if (isOfUnits(kind)) return [net, units];
  return kind === "state" ? [tax, taxable, total] : [total, orders, units];
}

/** Nothing is said about tax by zeros in each row. */
export function isAboutTax(column: ReportColumn): boolean {
  return column === tax || column === taxable;
}

/** The key of what was sold of products that are deleted since, whose category nobody knows. */
export const DELETED_PRODUCTS = "-";

/** The key of what was sold of products that are in no collection now. */
export const IN_NO_COLLECTION = "-";

/** How a row is called: "Jun 1", "June 2026", "Arizona", "Rope Polo (M)". */
export function rowLabel(
  { key, option, name }: Pick<ReportRow, "key" | "option" | "name">,
  kind: ReportKind,
  isByMonth: boolean,
): string {
  switch (kind) {
    case "day":
      return isByMonth ? formatMonth(key) : `${formatDay(key)}, ${key.slice(0, 4)}`;
    case "state":
      return usStates.find(([code]) => code === key)?.[1] ?? (key || "No state");
    case "discount":
      return key || "No discount";
    case "category":
      return name ?? (key === DELETED_PRODUCTS ? "Deleted products" : "Not tied to an item");
    case "collection":
      return name ?? (key === IN_NO_COLLECTION ? "In no collection" : "Not tied to an item");
    default:
      if (key === "") return "Not tied to an item";
      return option === "" ? (name ?? "Product") : `${name ?? "Product"} (${option})`;
  }
}

/** A sales report as its page shows it. */
export type SalesReport = {
  rows: ReportRow[];
  /** Of all rows, also those that the page has no room for. */
  sum: ReportFigures;
  /** How many rows there are in all. */
  count: number;
  isByMonth: boolean;
  /** What orders of these days with an open dispute would bring; no figure has it. */
  openDisputes: Cents;
};
