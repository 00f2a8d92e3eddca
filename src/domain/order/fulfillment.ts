// What happens to an order's parcel: which state may follow which, and what must be known about a shipment.
// An order ships only while the shop has its money: paid, or refunded in part. The database refuses every
// transition that is not in the table below, and a test compares the two.
import type { Cents } from "../money/money.ts";
import { collectErrors, type FieldParse } from "../text/fields.ts";
import { oneLine } from "../text/one-line.ts";
import { paragraphs } from "../text/paragraphs.ts";
import type { FulfillmentStatus, Order, OrderStatus } from "./order.ts";

export const fulfillmentTransitions: Record<FulfillmentStatus, readonly FulfillmentStatus[]> = {
  unfulfilled: ["shipped", "canceled"],
  shipped: ["delivered", "returned"],
  delivered: ["returned"],
  returned: [],
  canceled: [],
};

/** Orders in these states may be shipped. */
const shippableStatuses: readonly OrderStatus[] = ["paid", "partially_refunded"];

/** What may be told of an order's goods. */
export type FulfillmentStep = Exclude<FulfillmentStatus, "unfulfilled">;

/** What the owner does with a parcel. */
export type ParcelStep = Exclude<FulfillmentStep, "canceled">;

export type FulfillmentRefusal =
  /** The order has that state already, through this form or somebody else's. */
  | "already_done"
  /** No parcel is under way that could arrive or come back. */
  | "not_shipped"
  /** The order has reached a later state. */
  | "too_late"
  /** The shop does not have its money (yet, or any more). */
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

/** The shipping form → a shipment, or one message per field. Both fields are one printable line. */
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

/** The page that tracks a parcel; null for a carrier whose page we don't know. */
export function trackingUrl({ carrier, trackingNumber }: Shipment): string | null {
  const name = carrier.toLowerCase();
  const page = Object.hasOwn(trackingPages, name) ? trackingPages[name] : undefined;
  return page === undefined ? null : page + encodeURIComponent(trackingNumber.replaceAll(" ", ""));
}

export const NOTE_LENGTH_MAX = 2_000;

/** The text of a note, or null when it is empty or too long. Line breaks are kept. */
export function parseNote(text: unknown): string | null {
  const note = paragraphs(text);
  return note === "" || note.length > NOTE_LENGTH_MAX ? null : note;
}

/** The state of an order when a form was opened. The form sends it along with its request. */
export function orderStamp(order: Pick<Order, "status" | "fulfillment"> & { refunded: Cents }): string {
  return `${order.status}.${order.fulfillment}.${order.refunded}`;
}

/** What has changed since a stamp was taken; null if nothing has. */
export function changeSince(
  stamp: string,
  order: Parameters<typeof orderStamp>[0],
): "status" | "parcel" | "refund" | null {
  if (stamp === orderStamp(order)) return null;
  const [, fulfillment, refunded] = stamp.split(".");
  if (refunded !== String(order.refunded)) return "refund";
  return fulfillment === order.fulfillment ? "status" : "parcel";
}
