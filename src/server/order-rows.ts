// The columns that every reader of an order needs, and the order that they become. Pages, mails and packing slips
// add what else they show. The statement calls the table of orders `o`.
import { sql } from "kysely";
import type { Totals } from "#domain/checkout/pricing.ts";
import type { Cents } from "#domain/money/money.ts";
import type { ConfirmationOrder, OrderItem, OrderStatus } from "#domain/order/order.ts";

export type OrderRow = Totals & {
  id: string;
  /** A bigint, which the driver hands over as text. */
  number: string;
  status: string;
  created_at: Date;
  items: ItemRow[];
};

export type ItemRow = {
  product_id: string | null;
  name: string;
  image_url: string | null;
  image_alt: string;
  variation: string | null;
  quantity: number;
  price: Cents;
};

export const totalColumns = sql`o.subtotal, o.shipping, o.tax, o.total`;

export const itemsColumn = sql`
  coalesce((select jsonb_agg(to_jsonb(i) order by i.position, i.id) from order_items i where i.order_id = o.id), '[]')
  as items`;

export const orderColumns = sql`o.id, o.number, o.status, o.created_at, ${totalColumns}, ${itemsColumn}`;

export function toOrder(row: OrderRow): ConfirmationOrder {
  const { id, number, status, created_at, items } = row;
  return {
    id,
    number: Number(number),
    status: status as OrderStatus,
    items: items.map(toItem),
    ...toTotals(row),
    createdAt: created_at.toISOString(),
  };
}

export function toTotals({ subtotal, shipping, tax, total }: Totals): Totals {
  return { subtotal, shipping, tax, total };
}

export function toItem(row: ItemRow): OrderItem {
  return {
    productId: row.product_id,
    name: row.name,
    image: row.image_url === null ? null : { url: row.image_url, alt: row.image_alt || row.name },
    variation: row.variation || null,
    quantity: row.quantity,
    price: row.price,
  };
}
