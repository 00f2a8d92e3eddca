// The links to an order's status page, for mails and for the browser that bought, and to the page of its reviews.
import { sql } from "kysely";
import { accessTokenHash, orderAccessToken, reviewAccessToken } from "./order-token.ts";
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

/** The path of the page on which the order's customer writes reviews. It opens as soon as it was asked for here. */
export async function openReviewLink(shop: Shop, { orderId }: { orderId: string }): Promise<string> {
  const token = reviewAccessToken(shop.keys.orderLinks.current, orderId);
  const tokenHash = accessTokenHash(token);
  await sql`
    update review_asks set token_hash = ${tokenHash}
    where order_id = ${orderId} and token_hash is distinct from ${tokenHash}`.execute(shop.db);
  return `/reviews/${token}`;
}
