// What this browser remembers of a checkout that it began: which order id and which idempotency key belong to
// which cart, postal address and total. The same content always asks the server with the same key, so a
// double click, a reload or a second tab gets the checkout that already exists instead of a second one;
// changed content gets a new key and names the order that it replaces. The record is written before the
// server is asked, because an answer can be lost. It never holds a client secret (the server hands that out
// again), and the postal address only as part of a one-way fingerprint.
import { type Cart, keyOf, lineKey } from "#domain/cart/cart.ts";
import { changeQuantity } from "#domain/cart/change-cart.ts";
import type { Cents } from "#domain/money/money.ts";
import type { ShippingInfo } from "#domain/postal-address/shipping-address.ts";
import { isRecord } from "./json-fields.ts";

/** open: has a payment form. paying: 'Pay Now' was pressed. completed: paid, or the bank is working on it. */
export type CheckoutPhase = "open" | "paying" | "completed";

export type CheckoutLine = { productId: string; selectedOption: string | null; quantity: number };

export type OpenCheckout = {
  idempotencyKey: string;
  orderId: string;
  /** The order that this checkout replaces; sent again with every repetition of the same request. */
  supersedes: string | null;
  paymentIntentId: string | null;
  fingerprint: string;
  lines: CheckoutLine[];
  phase: CheckoutPhase;
  /** When the phase began, in milliseconds since 1970. */
  at: number;
};

/** `byWallet`: a wallet pays; `isHosted`: the provider's own page. Neither can be paid in another way. */
export type CheckoutContent = {
  cart: Cart;
  shipping: ShippingInfo;
  total: Cents;
  byWallet?: true;
  isHosted?: true;
};

/** A paid checkout leads /checkout to its confirmation this long; after that an empty cart is just empty. */
export const COMPLETED_REMEMBERED_MS = 60 * 60_000;
/** An unpaid checkout is worth asking the server about this long: far beyond its stock hold. */
export const OPEN_REMEMBERED_MS = 24 * 60 * 60_000;

/**
 * The record to check out this content with: the one that exists when nothing changed, otherwise a new
 * one with fresh ids. `renew` asks for a new one in any case (the held stock of the old one ran out).
 */
export function checkoutFor(
  previous: OpenCheckout | null,
  content: CheckoutContent,
  made: { newId: () => string; now: number; renew?: boolean },
): OpenCheckout {
  const fingerprint = fingerprintOf(content);
  const living = previous && previous.phase !== "completed" ? previous : null;
  if (living && living.fingerprint === fingerprint && !made.renew) return living;
  return {
    idempotencyKey: `checkout-${made.newId()}`,
    orderId: made.newId(),
    supersedes: living?.orderId ?? null,
    paymentIntentId: null,
    fingerprint,
    lines: linesOf(content.cart),
    phase: "open",
    at: made.now,
  };
}

export function inPhase(record: OpenCheckout, phase: CheckoutPhase, now: number): OpenCheckout {
  return record.phase === phase ? record : { ...record, phase, at: now };
}

export function linesOf(cart: Cart): CheckoutLine[] {
  return cart.lines.map(({ product, selectedOption, quantity }) => ({
    productId: product.id,
    selectedOption,
    quantity,
  }));
}

/** Whether a checkout has the same items as the cart, in any order. */
export function isAbout(record: OpenCheckout, cart: Cart): boolean {
  return sorted(record.lines) === sorted(linesOf(cart));
}

const sorted = (lines: CheckoutLine[]) =>
  JSON.stringify(
    lines
      .map(({ productId, selectedOption, quantity }) =>
        JSON.stringify([productId, selectedOption ?? "", quantity]),
      )
      .sort(),
  );

/** Same lines (in any order), postal address, total and way to pay ⇔ same fingerprint. */
export function fingerprintOf({ cart, shipping, total, byWallet, isHosted }: CheckoutContent): string {
  const address = Object.entries(shipping).sort(([a], [b]) => (a < b ? -1 : 1));
  const way = byWallet ? ["wallet"] : isHosted ? ["page"] : [];
  return digest(JSON.stringify([sorted(linesOf(cart)), address, total, ...way]));
}

/** 64 bits as hex: two FNV-1a lanes. It only distinguishes the carts of one browser; it protects nothing. */
function digest(text: string): string {
  const lane = (seed: number) => {
    let hash = seed;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  };
  return lane(0x811c9dc5) + lane(0x2f0b4a27);
}

/** The cart without the ordered items. Products added after paying stay. */
export function withoutPurchased(cart: Cart, purchased: CheckoutLine[]): Cart {
  return purchased.reduce((left, { productId, selectedOption, quantity }) => {
    const key = lineKey(productId, selectedOption);
    const line = left.lines.find((candidate) => keyOf(candidate) === key);
    return line ? changeQuantity(left, key, line.quantity - quantity) : left;
  }, cart);
}

/** What the browser's storage holds → a record that is still of use, or null. Never throws. */
export function parseOpenCheckout(stored: unknown, now: number): OpenCheckout | null {
  if (!isRecord(stored) || !Array.isArray(stored.lines)) return null;
  const { idempotencyKey, orderId, supersedes, paymentIntentId, fingerprint, phase, at } = stored;
  if (!isText(idempotencyKey) || !isText(orderId) || !isText(fingerprint)) return null;
  if (!isTextOrNull(supersedes) || !isTextOrNull(paymentIntentId)) return null;
  if (phase !== "open" && phase !== "paying" && phase !== "completed") return null;
  if (typeof at !== "number" || !stored.lines.every(isCheckoutLine)) return null;
  const remembered = phase === "completed" ? COMPLETED_REMEMBERED_MS : OPEN_REMEMBERED_MS;
  if (now - at > remembered) return null;
  const lines = stored.lines;
  return { idempotencyKey, orderId, supersedes, paymentIntentId, fingerprint, lines, phase, at };
}

function isCheckoutLine(value: unknown): value is CheckoutLine {
  return (
    isRecord(value) &&
    isText(value.productId) &&
    isTextOrNull(value.selectedOption) &&
    Number.isSafeInteger(value.quantity)
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 500;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}
