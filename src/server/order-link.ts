// The link to an order's status page, for mails and for the browser that bought.
import { sql } from "kysely";
import { accessTokenHash, orderAccessToken } from "./order-token.ts";
import { nowOf, type Shop } from "./shop.ts";

/**
 * The path of the order's page. `linkHash` is the hash of its first link; a link that is made with another secret by now is
 * noted as one more link to the page.
 */
export async function openOrderLink(
  shop: Shop,
  { orderId, linkHash }: { orderId: string; linkHash: string },
): Promise<string> {
  const token = orderAccessToken(shop.keys.orderLinks.current, orderId);
  const tokenHash = accessTokenHash(token);
  if (tokenHash !== linkHash) {
    await sql`
      insert into order_links (token_hash, checkout_id, created_at)
      select ${tokenHash}, checkout_id, ${nowOf(shop)} from orders where id = ${orderId}
      on conflict do nothing`.execute(shop.db);
  }
  return `/orders/${token}`;
}
