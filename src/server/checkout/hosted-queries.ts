// The SQL of a checkout that is paid on the provider's own page.
import { sql } from "kysely";
import type { OrderAddress } from "#domain/postal-address/shipping-address.ts";
import { itemName } from "#domain/product/item-name.ts";
import { type Db, retrying, type Tx } from "../db/transaction.ts";
import type { CreateSessionParams } from "../payments/payment-provider.ts";
import type { Shop } from "../shop.ts";

/** The content of the page, from the checkout's snapshot alone. */
export async function loadHostedContent(
  tx: Tx,
  checkoutId: string,
): Promise<Pick<CreateSessionParams, "lines" | "shipping" | "receiptEmail" | "orderId">> {
  const checkout = await tx
    .selectFrom("checkouts")
    .select(["order_id", "shipping", "tax", "shipping_address"])
    .where("id", "=", checkoutId)
    .executeTakeFirstOrThrow();
  const items = await tx
    .selectFrom("checkout_items")
    .select(["name", "variation", "price", "quantity", "discount_cents"])
    .where("checkout_id", "=", checkoutId)
    .orderBy("product_id")
    .orderBy("variation")
    .execute();
  const address = checkout.shipping_address as unknown as OrderAddress;
  const extra = [
    { name: "Shipping", unitPrice: checkout.shipping, quantity: 1 },
    { name: "Tax", unitPrice: checkout.tax, quantity: 1 },
  ].filter((line) => line.unitPrice > 0);
  return {
    orderId: checkout.order_id,
    receiptEmail: address.customer_email,
    shipping: address,
    lines: [...items.flatMap(pageLine), ...extra],
  };
}

type SoldLine = { name: string; variation: string; price: number; quantity: number; discount_cents: number };

/** The page knows no discounts, so a line that has one is shown as a whole, at what it costs. */
function pageLine(item: SoldLine): CreateSessionParams["lines"] {
  const { quantity, price, discount_cents: discount } = item;
  if (discount === 0) return [{ name: itemName(item), unitPrice: price, quantity }];
  const cost = price * quantity - discount;
  return cost === 0 ? [] : [{ name: `${quantity} × ${itemName(item)}`, unitPrice: cost, quantity: 1 }];
}

/**
 * Moves the checkout to the provider's page, once, and extends its hold, which is its one extension. False when it can't move: it is over or being
 * replaced, holds nothing, has no payment yet, or has an order already.
 */
export async function beginHosting(
  tx: Tx,
  checkoutId: string,
  { now, holdUntil }: { now: Date; holdUntil: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update checkouts c set hosted_at = ${now}, extended_at = coalesce(extended_at, ${now}),
        expires_at = greatest(expires_at, ${holdUntil}), updated_at = ${now}
      where c.id = ${checkoutId} and c.hosted_at is null and c.state in ('open', 'paying') and c.hold_active
        and not c.declined_out and c.superseded_by is null and c.payment_intent_id is not null
        and not exists (select 1 from orders o where o.checkout_id = c.id)
      returning id`.execute(tx);
  return rows.length > 0;
}

/** Stores the page of a checkout that still waits for it; false when the checkout is over or being replaced. */
export async function saveSession(
  db: Db,
  checkoutId: string,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update checkouts set checkout_session_id = ${sessionId}, updated_at = ${now}
      where id = ${checkoutId} and state in ('open', 'paying') and superseded_by is null
        and replaced_intent_id is not null
        and (checkout_session_id is null or checkout_session_id = ${sessionId})
      returning id`.execute(db);
  return rows.length > 0;
}

/** True when the checkout is over and its stock is released. */
export async function endHostedCheckout(shop: Pick<Shop, "pool">, checkoutId: string, now: Date) {
  const asked = { text: "select end_hosted_checkout($1, $2) as ended", values: [checkoutId, now] };
  const { rows } = await retrying(() => shop.pool.query<{ ended: boolean }>(asked));
  return rows[0]?.ended === true;
}
