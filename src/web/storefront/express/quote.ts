// What a wallet's sheet shows: the lines, tax and shipping that make up the total, and the one way to ship. It is
// reckoned as the server does it. The server compares the total and decides. Where the tax goes by the state, the sheet
// begins with the total before tax, and the wallet's address adds it.
import type { LineItem, ShippingRate } from "@stripe/stripe-js";
import { type Cart, type CartLine, lineName } from "#domain/cart/cart.ts";
import { refreshCart } from "#domain/cart/cart-refresh.ts";
import { unitPrice } from "#domain/cart/change-cart.ts";
import { type Arrival, formatArrival } from "#domain/checkout/delivery.ts";
import { priceCart, type Totals } from "#domain/checkout/pricing.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import type { RefreshAnswer } from "../cart/refresh-cart.ts";

/** What one sheet is about. */
export type Quote = { cart: Cart; totals: Totals; settings: StoreSettings };

/** `shipTo`: the two letters of the state, null until the wallet has named one. */
export function quoteOf(lines: CartLine[], settings: StoreSettings, shipTo: string | null = null): Quote {
  const priced = lines.map((line) => ({
    productId: line.product.id,
    unitPrice: unitPrice(line),
    quantity: line.quantity,
  }));
  return { cart: { lines }, totals: priceCart(priced, { ...settings, shipTo }), settings };
}

/** Lines at today's prices, and by what they are priced today. What is gone stays: the server will say so. */
export function freshen(
  lines: CartLine[],
  { lines: today, settings, ...rules }: RefreshAnswer,
): { lines: CartLine[]; settings: StoreSettings } {
  const { cart } = refreshCart({ lines }, today);
  const isComplete = cart.lines.length === lines.length;
  return { lines: isComplete ? cart.lines : lines, settings: { ...settings, ...rules } };
}

/** Lines and ways to ship, in cents. The lines add up to the total. */
export function sheetOf(
  { cart, totals }: Quote,
  arrival: Arrival,
): { lineItems: LineItem[]; shippingRates: ShippingRate[] } {
  const { subtotal, tax, shipping, total } = totals;
  const rest = [
    { name: "Tax", amount: tax },
    { name: "Shipping", amount: shipping },
    { name: "Discount", amount: total - subtotal - tax - shipping },
  ];
  return {
    lineItems: [
      ...cart.lines.map((line) => ({
        name: line.quantity === 1 ? lineName(line) : `${line.quantity} × ${lineName(line)}`,
        amount: unitPrice(line) * line.quantity,
      })),
      ...rest.filter(({ amount }) => amount !== 0),
    ],
    shippingRates: [
      {
        id: "standard",
        displayName: shipping === 0 ? "Free shipping" : "Standard shipping",
        amount: shipping,
        deliveryEstimate: `Arrives ${formatArrival(arrival)}`,
      },
    ],
  };
}
