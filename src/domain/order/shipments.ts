// How an order's units leave the shop: in one shipment or several, each with its units and its way to the customer.
import type { OrderItem } from "./order.ts";
import type { NamedQuantity } from "./order-detail.ts";
import { type Quantities, unitsToSend } from "./units.ts";

/** letter: with a stamp; pickup: the customer came; hand: brought by the shop itself. */
export const shippingWays = {
  carrier: "Carrier",
  letter: "Mail without tracking",
  pickup: "Picked up",
  hand: "Hand-delivered",
} as const;
export type ShippingWay = keyof typeof shippingWays;

export const carriers = ["USPS", "UPS", "FedEx", "DHL"] as const;
/** Before the first shipment: what most shops use. */
export const FIRST_CARRIER = carriers[0];

export const CARRIER_LENGTH_MAX = 40;
export const TRACKING_LENGTH_MAX = 60;

/** `trackingNumber`: "" when there is none. */
export type Tracking = { carrier: string; trackingNumber: string };

/** How a shipment is sent; only with a carrier there are a name and maybe a number. */
export type Sending = Tracking & { way: ShippingWay };

export type Shipment = Sending & {
  id: string;
  /** 1 for the first shipment of its order. */
  number: number;
  /** Its carrier or number was corrected after it was sent. */
  isCorrected: boolean;
  /** ISO time. */
  at: string;
  lines: (NamedQuantity & { itemId: string })[];
};

export function shippingWay(text: unknown): ShippingWay {
  return typeof text === "string" && Object.hasOwn(shippingWays, text) ? (text as ShippingWay) : "carrier";
}

/** "UPS 1Z 999", or the way in words. */
export function formatShipment({ way, carrier, trackingNumber }: Sending): string {
  return way === "carrier" ? `${carrier} ${trackingNumber}`.trim() : shippingWays[way];
}

const trackingPages: Record<string, string> = {
  usps: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  ups: "https://www.ups.com/track?tracknum=",
  fedex: "https://www.fedex.com/fedextrack/?trknbr=",
  dhl: "https://www.dhl.com/us-en/home/tracking.html?tracking-id=",
};

/** The page that tracks a shipment; null without a number, and for a carrier whose page we don't know. */
export function trackingUrl({ carrier, trackingNumber }: Tracking): string | null {
  const name = carrier.toLowerCase();
  const page = Object.hasOwn(trackingPages, name) ? trackingPages[name] : undefined;
  if (page === undefined || trackingNumber === "") return null;
  return page + encodeURIComponent(trackingNumber.replaceAll(" ", ""));
}

export type ShipmentRefusal =
  /** Nothing is left to be sent. */
  | "nothing_to_send"
  /** None was chosen. */
  | "no_units"
  /** More than are to be sent, or of another order. */
  | "too_many_units";

/** Everything that is to be sent. */
export function allToSend(items: readonly OrderItem[]): Quantities {
  const lines = items.map((item) => [item.id, unitsToSend(item)] as const);
  return Object.fromEntries(lines.filter(([, units]) => units > 0));
}

/** Why these units can't leave in one shipment, or null when they can. */
export function refuseShipment(items: readonly OrderItem[], units: Quantities): ShipmentRefusal | null {
  const left = allToSend(items);
  if (Object.keys(left).length === 0) return "nothing_to_send";
  const counts = Object.entries(units);
  const isCount = (id: string, count: number) =>
    Number.isSafeInteger(count) && count >= 0 && count <= (left[id] ?? 0);
  if (!counts.every(([id, count]) => isCount(id, count))) return "too_many_units";
  return counts.some(([, count]) => count > 0) ? null : "no_units";
}
