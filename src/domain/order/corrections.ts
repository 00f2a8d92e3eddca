// What of an order may still be corrected, by whom, and what a correction says.
import type { Cents } from "../money/money.ts";
import type { OrderAddress } from "../postal-address/shipping-address.ts";
import type { Order } from "./order.ts";
import type { Shelf } from "./swap.ts";

type Correctable = Pick<Order, "status" | "fulfillment">;

export type CorrectionRefusal =
  /** All of it has left. */
  | "shipped"
  /** It was canceled, or its payment was refunded or failed. */
  | "over";

/** Why the postal address or the units can no longer be corrected, or null when they can. */
export function refuseCorrection({ status, fulfillment }: Correctable): CorrectionRefusal | null {
  if (isOver({ status, fulfillment })) return "over";
  return fulfillment === "unfulfilled" ? null : "shipped";
}

/** The email can be corrected while emails about the order may still follow, even after it has shipped. */
export function refuseNewEmail(order: Correctable): "over" | null {
  return isOver(order) ? "over" : null;
}

function isOver({ status, fulfillment }: Correctable): boolean {
  return fulfillment === "canceled" || ["refunded", "failed", "canceled"].includes(status);
}

type PostalAddress = Omit<OrderAddress, "customer_email">;

/** One correction. `actor`: the owner's email, or "customer". `at` is an ISO time. */
export type OrderCorrection = { actor: string; at: string } & (
  | { kind: "address"; before: PostalAddress; after: PostalAddress }
  /** `undoes`: the id of the change of the email that was undone by the link in its email. */
  | { kind: "email"; before: { email: string }; after: { email: string; undoes?: string } }
  /** "2 × Polo (M)"; `difference`: above zero it was paid, below zero it was refunded. */
  | { kind: "swap" | "exchange"; before: { items: string }; after: { items: string }; difference: Cents }
);

/**
 * `until`: when the time for corrections by the customer is over, an ISO time. `seen`: how often it was corrected so far.
 * `addressFrom`: from when the address can be corrected here; null: now.
 */
export type OrderFix = { until: string; seen: number; shelves: Shelf[]; addressFrom: string | null };

/** Its customer's data was erased, and what it said with it. */
export function isErased({ before }: OrderCorrection): boolean {
  return Object.keys(before).length === 0;
}

/** The actor when it is not the owner: anyone who has the link to the order's page. */
export const CUSTOMER = "customer";

/** Where it goes, without the email. */
export function postalPart({ customer_email: _, ...address }: OrderAddress): PostalAddress {
  return address;
}

/** Whether two postal addresses are the same to a shipment. */
export function isSameAddress(one: PostalAddress, other: PostalAddress): boolean {
  const line = (address: PostalAddress) =>
    [
      address.customer_name,
      address.line1,
      address.line2 ?? "",
      address.city,
      address.state,
      address.postal_code,
      address.country,
      address.phone ?? "",
    ].join("\n");
  return line(one) === line(other);
}
