// The list of orders as two spreadsheet files: a row for each order, or a row for each item of them. Amounts are plain
// numbers in dollars.

import type { Totals } from "../checkout/pricing.ts";
import { type Cents, formatDollars } from "../money/money.ts";
import type { OrderAddress } from "../postal-address/shipping-address.ts";
import { writtenPhone } from "../postal-address/written-phone.ts";
import { BYTE_ORDER_MARK, csvLine, keptDigits } from "../text/csv.ts";
import { wallTime } from "../text/dates.ts";
import { type OrderItem, type OrderSummary, orderNumber } from "./order.ts";

export type OrderCsvRow = OrderSummary &
  Totals & {
    address: OrderAddress;
    refunded: Cents;
    /** Of the refunded amount. */
    taxRefunded: Cents;
    shippingRefunded: Cents;
    unitsRefunded: number;
    /** Of what was paid for changes; what was refunded right away is none. */
    taxExtraPaid: Cents;
    /** By which the tax was decided; null for orders from before they were kept. The rate is in percent. */
    taxState: string | null;
    taxRate: number | null;
  };

type Cell = string | number | null | undefined;

const columns: [title: string, cell: (order: OrderCsvRow, timeZone: string) => Cell][] = [
  ["Order", (order) => orderNumber(order.number)],
  ["Order ID", (order) => order.id],
  ["Placed", (order, timeZone) => wallTime(Date.parse(order.createdAt), timeZone)],
  ["Status", (order) => order.status],
  ["Fulfillment", (order) => order.fulfillment],
  ["Customer", (order) => order.customerName],
  ["Email", (order) => order.customerEmail],
  ["Phone", (order) => writtenPhone(order.address.phone ?? "")],
  ["Address 1", (order) => order.address.line1],
  ["Address 2", (order) => order.address.line2],
  ["City", (order) => order.address.city],
  ["State", (order) => order.address.state],
  ["ZIP code", (order) => keptDigits(order.address.postal_code)],
  ["Country", (order) => order.address.country],
  ["Items", (order) => order.itemCount],
  ["Subtotal", (order) => formatDollars(order.subtotal)],
  ["Discount", (order) => formatDollars(order.discount?.amount ?? 0)],
  ["Discount name", (order) => order.discount?.name],
  ["Shipping", (order) => formatDollars(order.shipping)],
  ["Tax", (order) => formatDollars(order.tax)],
  ["Total", (order) => formatDollars(order.total)],
  ["Refunded", (order) => formatDollars(order.refunded)],
  ["Payment ID", (order) => order.paymentIntentId],
  ["Needs attention", (order) => order.attention.join(" ")],
  ["Tax refunded", (order) => formatDollars(order.taxRefunded)],
  ["Shipping refunded", (order) => formatDollars(order.shippingRefunded)],
  ["Items refunded", (order) => order.unitsRefunded],
  ["Tax state", (order) => order.taxState],
  ["Tax rate", (order) => order.taxRate],
  ["Paid for changes", (order) => formatDollars(order.extraPaid ?? 0)],
  ["Tax paid for changes", (order) => formatDollars(order.taxExtraPaid)],
];

export const orderCsvHead = `${BYTE_ORDER_MARK}${csvLine(columns.map(([title]) => title))}`;

/** `timeZone`: the store's, in which "Placed" is written. */
export function orderCsvLine(order: OrderCsvRow, timeZone: string): string {
  return csvLine(columns.map(([, cell]) => cell(order, timeZone) ?? ""));
}

/** An item of an order, and where its units are now. Amounts are of all its units together. */
export type ItemCsvRow = Pick<OrderSummary, "id" | "number" | "createdAt" | "status"> &
  Pick<OrderItem, "name" | "variation" | "quantity" | "price"> & {
    /** As the variant has it today; null for one that is gone, or never had one. */
    sku: string | null;
    discount: Cents;
    /** After its discount, without tax. */
    paid: Cents;
    tax: Cents;
    toShip: number;
    shipped: number;
    returned: number;
    canceled: number;
    replaced: number;
    refunded: number;
    /** The customer got it instead of another item of the order. */
    isReplacement: boolean;
  };

const itemColumns: [title: string, cell: (item: ItemCsvRow, timeZone: string) => Cell][] = [
  ["Order", (item) => orderNumber(item.number)],
  ["Order ID", (item) => item.id],
  ["Placed", (item, timeZone) => wallTime(Date.parse(item.createdAt), timeZone)],
  ["Status", (item) => item.status],
  ["Product", (item) => item.name],
  ["Option", (item) => item.variation],
  ["SKU", (item) => keptDigits(item.sku ?? "")],
  ["Quantity", (item) => item.quantity],
  ["Price", (item) => formatDollars(item.price)],
  ["Discount", (item) => formatDollars(item.discount)],
  ["Paid before tax", (item) => formatDollars(item.paid)],
  ["Tax", (item) => formatDollars(item.tax)],
  ["To ship", (item) => item.toShip],
  ["Shipped", (item) => item.shipped],
  ["Returned", (item) => item.returned],
  ["Canceled", (item) => item.canceled],
  ["Replaced", (item) => item.replaced],
  ["Refunded", (item) => item.refunded],
  ["Replacement", (item) => (item.isReplacement ? "yes" : "")],
];

export const itemCsvHead = `${BYTE_ORDER_MARK}${csvLine(itemColumns.map(([title]) => title))}`;

export function itemCsvLine(item: ItemCsvRow, timeZone: string): string {
  return csvLine(itemColumns.map(([, cell]) => cell(item, timeZone) ?? ""));
}
