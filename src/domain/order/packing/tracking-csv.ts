// A spreadsheet with tracking numbers, as Pirate Ship and others write it: which of its columns count, and what each row
// would do. Judging changes nothing; the same rules hold again when the numbers are entered.
import { readForm } from "../../form/form-saved.ts";
import { formatMoney } from "../../money/money.ts";
import { trackingForm } from "../forms/shipment-forms.ts";
import { type FulfillmentStatus, type OrderStatus, orderNumber, type WaitingFor } from "../order.ts";
import type { Quantities } from "../units.ts";
import { isRounded, knownCarrier, readTracking } from "./tracking-number.ts";

/** A file may have so many bytes and so many rows. More labels than that are two files. */
export const TRACKING_BYTES_MAX = 1024 * 1024;
export const TRACKING_ROWS_MAX = 500;

/** Names of columns, in small letters and without anything but letters. */
const names = {
  order: ["orderid", "ordernumber", "order", "ordername", "reference", "orderno"],
  tracking: ["trackingnumber", "tracking", "trackingno", "trackingid", "trackingcode"],
  carrier: ["carrier", "shippingcarrier", "service", "mailclass"],
} as const;

export type TrackingColumn = keyof typeof names;

/** The column that a title names, or null. */
export function trackingColumn(title: string): TrackingColumn | null {
  const plain = title.toLowerCase().replaceAll(/[^a-z]/g, "");
  const found = Object.entries(names).find(([, known]) => (known as readonly string[]).includes(plain));
  return found ? (found[0] as TrackingColumn) : null;
}

/** One row as it stands in the file; `line` is that of the file, from 1. `flaw`: why it can't be read as it was meant. */
export type TrackingRow = { line: number; flaw?: string | null } & Record<TrackingColumn, string>;

/** "ORD-007", "#7" and "7" → 7; null for anything else. */
export function orderNumberIn(text: string): number | null {
  const digits = /^'?(?:ord-?|#)?(\d{1,15})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/** What the shop knows of an order that a row names. */
export type NamedOrder = {
  id: string;
  number: number;
  customerName: string;
  status: OrderStatus;
  fulfillment: FulfillmentStatus;
  /** Units to send, by line. */
  toSend: Quantities;
  trackingNumbers: string[];
  /** Its postal address was corrected, so a label may have the one from before; or its units, so a shipment may have those. */
  isChanged: boolean;
  /** How often it was corrected. */
  corrections: number;
  waitingFor: WaitingFor;
};

export type JudgedRow = { line: number; order: string } & Judgment;

/** `seen`: how many corrections of the order it was judged by. */
type Judgment =
  | { does: "ship"; id: string; customerName: string; carrier: string; trackingNumber: string; seen: number }
  /** Nothing: it was entered before. */
  | { does: "nothing" }
  | { does: "refused"; reason: string };

/** What each row would do. `carrier`: where the file names none. */
export function judgeTracking(
  rows: readonly TrackingRow[],
  orders: readonly NamedOrder[],
  carrier: string,
): JudgedRow[] {
  const byNumber = new Map(orders.map((order) => [order.number, order]));
  const lines = new Map<number, { line: number; trackingNumber: string }>();
  return rows.map((row) => {
    const number = orderNumberIn(row.order);
    const order = number === null ? undefined : byNumber.get(number);
    const told = { line: row.line, order: order ? orderNumber(order.number) : row.order.trim() };
    const refused = (reason: string) => ({ ...told, does: "refused", reason }) as const;
    if (row.flaw) return refused(`${row.flaw}.`);
    if (row.order.trim() === "")
      return refused("The row names no order. Fill in its number, such as ORD-007.");
    if (!order) return refused("There is no order with this number. Correct the number.");
    const typed = readTracking(row.tracking);
    if (isRounded(typed))
      return refused(
        "The spreadsheet has rounded this number. Format the column as text and export the file again.",
      );
    const read = readForm(trackingForm, {
      carrier: knownCarrier(row.carrier || carrier),
      trackingNumber: typed,
    });
    if (!read.ok) return refused(`${read.errors.trackingNumber ?? read.errors.carrier}.`);
    const { carrier: by, trackingNumber } = read.value;
    const sending = { carrier: by, trackingNumber };
    if (sending.trackingNumber === "")
      return refused("The row has no tracking number. Ship this order in the list.");
    if (order.trackingNumbers.includes(sending.trackingNumber)) return { ...told, does: "nothing" } as const;
    const before = lines.get(order.number);
    if (before?.trackingNumber === sending.trackingNumber) return { ...told, does: "nothing" } as const;
    if (before)
      return refused(
        `Line ${before.line} has another number for this order. Send its second shipment on the order's page.`,
      );
    const reason = refuseOrder(order);
    if (reason) return refused(reason);
    lines.set(order.number, { line: row.line, trackingNumber: sending.trackingNumber });
    const { id, customerName, corrections: seen } = order;
    return { ...told, does: "ship", id, customerName, ...sending, seen } as const;
  });
}

function refuseOrder(order: NamedOrder): string | null {
  const { status, fulfillment, toSend, trackingNumbers, isChanged, waitingFor } = order;
  if (fulfillment === "canceled") return "This order is canceled. Ask for the postage back.";
  if (fulfillment !== "unfulfilled" && trackingNumbers.length > 0)
    return `It was shipped with ${trackingNumbers.join(", ")}. Correct the number on the order's page if it is wrong.`;
  if (fulfillment !== "unfulfilled") return "It was shipped already. Add the number on the order's page.";
  if (status !== "paid" && status !== "partially_refunded")
    return "This order isn't paid, or its payment was refunded, so it can't be shipped. Open the order.";
  if (Object.keys(toSend).length === 0) return "Everything in this order has shipped.";
  if (waitingFor !== null)
    return `This order is waiting for ${formatMoney(waitingFor)} from the customer. Ship it in the list.`;
  return isChanged
    ? "The address or items of this order changed. Compare them with the label and the package, then ship it in the list."
    : null;
}
