import { sql } from "kysely";
import type { Shop } from "../../core/shop.ts";
import { openOrderLink } from "../../mail/links/order-link.ts";

/** The URL where the customer of an order pays its open extra payment, for the owner to pass on; null: the order has no page. */
export async function findExtraPaymentLink(
  shop: Shop,
  { orderId }: { orderId: string },
): Promise<string | null> {
  const { rows } = await sql<{ linkHash: string; linkTurns: number }>`
    select c.access_token_hash as "linkHash", (select count(*)::integer from order_changes n
      where n.order_id = o.id and n.kind = 'email') as "linkTurns"
    from orders o join checkouts c on c.id = o.checkout_id
    where o.id = ${orderId} and c.access_token_hash is not null`.execute(shop.db);
  const [link] = rows;
  if (!link) return null;
  return new URL(`${await openOrderLink(shop, { orderId, ...link })}/pay`, shop.env.publicUrl).href;
}
