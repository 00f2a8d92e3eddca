// What the provider's own payment page shows, and how long it stays open.
import type { CheckoutLineNow } from "#domain/checkout/checkout.ts";
import type { PricedCart } from "#domain/checkout/pricing.ts";
import { itemName } from "#domain/product/item-name.ts";
import type { Shop } from "../core/shop.ts";
import type { CreateSessionParams } from "./payment-provider.ts";

/** The provider requires at least 30 minutes; the rest leaves time for a retry after a lost response. */
export const PAGE_MINUTES = 40;

type PageOrder = { orderId: string; lines: CheckoutLineNow[]; priced: PricedCart; now: Date };

export function pageContent(
  { env }: Pick<Shop, "env">,
  { orderId, lines, priced, now }: PageOrder,
): Pick<CreateSessionParams, "lines" | "successUrl" | "cancelUrl" | "expiresAt"> {
  const { totals, lineDiscounts } = priced;
  const extra = [
    { name: "Shipping", unitPrice: totals.shipping, quantity: 1 },
    { name: "Tax", unitPrice: totals.tax, quantity: 1 },
  ].filter((line) => line.unitPrice > 0);
  return {
    lines: [...lines.flatMap((line, at) => pageLine(line, lineDiscounts[at] ?? 0)), ...extra],
    successUrl: `${env.publicUrl}/checkout/confirmation?order_id=${orderId}&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${env.publicUrl}/checkout`,
    expiresAt: now.getTime() + PAGE_MINUTES * 60_000,
  };
}

/** The page knows no discounts, so a discounted line is shown as one item at its final price. */
function pageLine(line: CheckoutLineNow, discount: number): CreateSessionParams["lines"] {
  const { quantity, unitPrice } = line;
  const name = itemName({ name: line.name, variation: line.selectedOption });
  if (discount === 0) return [{ name, unitPrice, quantity }];
  const cost = unitPrice * quantity - discount;
  return cost === 0 ? [] : [{ name: `${quantity} × ${name}`, unitPrice: cost, quantity: 1 }];
}
