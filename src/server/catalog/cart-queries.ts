// Today's prices and stock of a cart: from the database, not from memory.
import { sql } from "kysely";
import { lineKey } from "#domain/cart/cart.ts";
import type { FreshLine } from "#domain/cart/cart-refresh.ts";
import type { Db } from "../db/transaction.ts";

/**
 * One statement: today's price and stock of cart lines whose product ids are UUIDs, by the lineKey of the request.
 * `own`: the order of the shopper's open checkout; its holds, or those of a checkout that replaced it, can be sold to
 * them.
 */
export async function listFreshLines(
  db: Db,
  items: { productId: string; selectedOption: string | null; variantId?: string | null }[],
  { now, own }: { now: Date; own: string | null },
): Promise<Map<string, FreshLine>> {
  type Row = {
    name: string;
    image_url: string | null;
    price: number;
    price_now: number;
    product_id: string;
    variant_id: string;
    variation: string;
    is_now: string;
    available: number;
  };
  const { rows } = await sql<Row>`
    select wanted.product_id, wanted.variation, i.id as variant_id, i.variation as is_now, p.name, p.image_url, (i.on_hand - i.held + coalesce((
        select sum(h.quantity) from checkouts c join checkout_items h on h.checkout_id = c.id
          where c.order_id = any (array(select own_orders(${own}::uuid))) and c.hold_active
            and h.variant_id = i.id), 0))::integer as available,
      variant_price(p, i, false) as price, price_now(p, i, ${now}) as price_now
    from unnest(${items.map((item) => item.productId)}::uuid[], ${items.map((item) => item.variantId ?? null)}::uuid[],
        ${items.map((item) => item.selectedOption ?? "")}::text[]) as wanted (product_id, variant_id, variation)
    join products p on p.id = wanted.product_id and p.status = 'active'
    join inventory i on i.id = asked_variant(p.id, wanted.variant_id, wanted.variation)`.execute(db);
  return new Map(
    rows.map((row) => {
      const selectedOption = row.variation === "" ? null : row.variation;
      const { product_id: productId, variant_id: variantId, name, image_url: image, price, available } = row;
      const salePrice = row.price_now < price ? row.price_now : null;
      return [
        lineKey(productId, selectedOption),
        {
          ...{ productId, variantId, selectedOption, name, image, price, salePrice, available, exists: true },
          ...(row.is_now !== row.variation ? { renamedTo: row.is_now } : {}),
        },
      ];
    }),
  );
}
