// What happens to an order's parcel, which may follow what, and what has to be known of a parcel. An order
// is shipped only while its money is the shop's: paid, or given back in part. The database refuses what the
// table below does not hold, and a test compares the two.
import type { Cents } from "../money/money.ts";
import { collectErrors, type FieldParse } from "../text/fields.ts";
import { oneLine, paragraphs } from "../text/one-line.ts";
import { type FulfillmentStatus, type Order, type OrderStatus, orderStatuses } from "./order.ts";

export const fulfillmentTransitions: Record<FulfillmentStatus, readonly FulfillmentStatus[]> = {
  unfulfilled: ["shipped"],
  shipped: ["delivered", "returned"],
  delivered: ["returned"],
  returned: [],
};

/** Orders in these states may be shipped. */
const shippableStatuses: readonly OrderStatus[] = ["paid", "partially_refunded"];

export type ParcelStep = Exclude<FulfillmentStatus, "unfulfilled">;

export type FulfillmentRefusal =
  /** The order is there already, by this form or by somebody else's. */
  | "already_done"
  /** No parcel is on its way that could arrive or come back. */
  | "not_shipped"
  /** A later state was reached. */
  | "too_late"
  /** Its money is not the shop's (any more, or yet). */
  | "not_paid";

/** Why an order's parcel can't become `to`, or null when it can. */
export function refuseFulfillment(
  { status, fulfillment }: Pick<Order, "status" | "fulfillment">,
  to: ParcelStep,
): FulfillmentRefusal | null {
  if (fulfillment === to) return "already_done";
  if (!fulfillmentTransitions[fulfillment].includes(to))
    return fulfillment === "unfulfilled" ? "not_shipped" : "too_late";
  if (to === "shipped" && !shippableStatuses.includes(status)) return "not_paid";
  return null;
}

export const carriers = ["USPS", "UPS", "FedEx", "DHL"] as const;

export const CARRIER_LENGTH_MAX = 40;
export const TRACKING_LENGTH_MAX = 60;

export type Shipment = { carrier: string; trackingNumber: string };

/** What the form for shipping says → a shipment, or a text per field. Both fields are one printable line. */
export function parseShipment(fields: { carrier: unknown; trackingNumber: unknown }): FieldParse<Shipment> {
  const carrier = oneLine(fields.carrier);
  const trackingNumber = oneLine(fields.trackingNumber);
  const { errors, say, hasErrors } = collectErrors<keyof Shipment>();
  say("carrier", carrier === "", "Please choose or type a carrier");
  const carrierTooLong = `A carrier has at most ${CARRIER_LENGTH_MAX} characters`;
  say("carrier", carrier.length > CARRIER_LENGTH_MAX, carrierTooLong);
  say("trackingNumber", trackingNumber === "", "Please enter the tracking number");
  const numberTooLong = `A tracking number has at most ${TRACKING_LENGTH_MAX} characters`;
  say("trackingNumber", trackingNumber.length > TRACKING_LENGTH_MAX, numberTooLong);
  return hasErrors() ? { ok: false, errors } : { ok: true, value: { carrier, trackingNumber } };
}

const trackingPages: Record<string, string> = {
  usps: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  ups: "https://www.ups.com/track?tracknum=",
  fedex: "https://www.fedex.com/fedextrack/?trknbr=",
  dhl: "https://www.dhl.com/us-en/home/tracking.html?tracking-id=",
};

/** Where a parcel can be followed; null for a carrier whose page we don't know. */
export function trackingUrl({ carrier, trackingNumber }: Shipment): string | null {
  const name = carrier.toLowerCase();
  const page = Object.hasOwn(trackingPages, name) ? trackingPages[name] : undefined;
  return page === undefined ? null : page + encodeURIComponent(trackingNumber.replaceAll(" ", ""));
}

export const NOTE_LENGTH_MAX = 2_000;

/** The text of a note, or null when there is nothing in it or too much. Lines are kept. */
export function parseNote(text: unknown): string | null {
  const note = paragraphs(text);
  return note === "" || note.length > NOTE_LENGTH_MAX ? null : note;
}

/** What a form saw of an order when it was opened, to be sent along with what it asks for. */
export function orderStamp(order: {
  status: OrderStatus;
  fulfillment: FulfillmentStatus;
  refunded: Cents;
}): string {
  return `${order.status}.${order.fulfillment}.${order.refunded}`;
}

/** What changed since a stamp was taken, in words for the owner; null when nothing did. */
export function changeSince(
  stamp: string,
  order: Parameters<typeof orderStamp>[0],
): "status" | "parcel" | "refund" | null {
  if (stamp === orderStamp(order)) return null;
  const [status = "", fulfillment = "", refunded = ""] = stamp.split(".");
  if (refunded !== String(order.refunded)) return "refund";
  if (fulfillment !== order.fulfillment) return "parcel";
  return orderStatuses.some((known) => known === status) && status === order.status ? null : "status";
}
