// The SQL of swaps.
import { type RawBuilder, sql } from "kysely";
import type { Cents } from "#domain/money/money.ts";
import type { SwapSums } from "#domain/order/swap.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Db, Tx } from "../../db/transaction.ts";

export type SwapOffer = {
  productId: string;
  variantId: string;
  variation: string;
  name: string;
  imageUrl: string | null;
  imageAlt: string;
  /** What one of the variant costs now. */
  price: Cents;
  isActive: boolean;
};

async function findOfferBy(db: Db, which: RawBuilder<unknown>, now: Date): Promise<SwapOffer | null> {
  const { rows } = await sql<SwapOffer>`
    select p.id as "productId", i.id as "variantId", i.variation, p.name, p.image_url as "imageUrl",
      coalesce(p.image_alt, '') as "imageAlt", price_now(p, i, ${now}) as price, p.status = 'active' as "isActive"
    from products p join inventory i on i.product_id = p.id where ${which}`.execute(db);
  return rows[0] ?? null;
}

/** A variant of a product by its name; null when there is none. */
export async function findOffer(
  db: Db,
  { productId, variation, now }: { productId: string; variation: string; now: Date },
): Promise<SwapOffer | null> {
  if (!isUuid(productId)) return null;
  return findOfferBy(db, sql`p.id = ${productId} and i.variation = ${variation}`, now);
}

/** The replacement for a returned line; null when there is none, or it is no longer sold. */
export function findWantedOffer(
  db: Db,
  { returnId, itemId, now }: { returnId: string; itemId: string; now: Date },
): Promise<SwapOffer | null> {
  const wanted = sql`select wanted_id from return_lines where return_id = ${returnId} and order_item_id = ${itemId}`;
  return findOfferBy(db, sql`i.id = (${wanted})`, now);
}

export type SwappedItem = {
  /** What one of its variant costs now; null: it is not sold anymore. */
  priceNow: Cents | null;
  productId: string | null;
  name: string;
  variantId: string | null;
  variation: string | null;
};

/** A line of an order; null when it has none with this id. */
export async function findSwappedItem(
  tx: Tx,
  { orderId, itemId, now }: { orderId: string; itemId: string; now: Date },
): Promise<SwappedItem | null> {
  if (!isUuid(itemId)) return null;
  const { rows } = await sql<SwappedItem>`
    select i.product_id as "productId", i.variant_id as "variantId", i.name, nullif(i.variation, '') as variation,
      (select price_now(p, v, ${now}) from inventory v join products p on p.id = v.product_id where v.id = i.variant_id)
        as "priceNow"
    from order_items i where i.id = ${itemId} and i.order_id = ${orderId}`.execute(tx);
  return rows[0] ?? null;
}

export type NewSwap = {
  id: string;
  orderId: string;
  kind: "swap" | "exchange";
  /** The item whose units are replaced. */
  itemId: string;
  sums: SwapSums;
  offer: SwapOffer;
  /** "2 × Polo (M)" */
  before: string;
  after: string;
  actor: string;
  now: Date;
};

/** What is sold instead, as columns. */
export function lineRow({ sums, offer }: Pick<NewSwap, "sums" | "offer">) {
  return {
    ...{ product_id: offer.productId, variant_id: offer.variantId, variation: offer.variation },
    ...{ name: offer.name, image_url: offer.imageUrl, image_alt: offer.imageAlt },
    ...{ price: sums.price, discount_cents: sums.discount },
  };
}

/** A row of order_changes. */
export function changeRow(swap: NewSwap) {
  const { sums } = swap;
  return {
    ...{ id: swap.id, order_id: swap.orderId, kind: swap.kind, item_id: swap.itemId, actor: swap.actor },
    ...{ before: { items: swap.before }, after: { items: swap.after }, units: sums.units },
    ...{
      goods_back: sums.goodsBack,
      tax_back: sums.taxBack,
      goods: sums.goods,
      gift: sums.gift,
      tax: sums.tax,
    },
  };
}

/**
 * Swaps units that are to be shipped or came back, under the order's lock, and records the change. False when too few of the
 * new ones are free. `isRestocked`: the old ones are restocked.
 */
export async function insertSwap(
  tx: Tx,
  { isRestocked, refundId, ...swap }: NewSwap & { isRestocked: boolean; refundId: string | null },
): Promise<boolean> {
  const { now } = swap;
  const row = { ...changeRow(swap), refund_id: refundId, state: "done", created_at: now, ended_at: now };
  const change = sql`jsonb_populate_record(null::order_changes, ${JSON.stringify(row)}::jsonb)`;
  const { rows } = await sql<{ isSwapped: boolean }>`
    select swap_units(${change}, ${JSON.stringify(lineRow(swap))}::jsonb, ${isRestocked}, 'admin', ${now}) as "isSwapped"`.execute(
    tx,
  );
  if (!rows[0]?.isSwapped) return false;
  await tx
    .insertInto("order_changes")
    .values({ ...row, before: JSON.stringify(row.before), after: JSON.stringify(row.after) })
    .execute();
  return true;
}
