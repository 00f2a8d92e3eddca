// The links to an order's status page, for emails and for the buyer's browser, and to the page of its reviews.
import { sql } from "kysely";
import { nowOf, type Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { accessTokenHash, orderAccessToken, reviewAccessToken } from "./order-token.ts";

/** `linkHash`: the hash of the order's link; `linkTurns`: how often it was replaced, once for each correction of the email. */
type KnownLink = { linkHash: string; linkTurns: number };

/** The path of the order's page. If the secret has changed since, the new link is stored as an additional one. */
export async function openOrderLink(
  shop: Shop,
  { orderId, linkHash, linkTurns }: KnownLink & { orderId: string },
): Promise<string> {
  const token = orderAccessToken(shop.keys.orderLinks.current, orderId, linkTurns);
  const tokenHash = accessTokenHash(token);
  if (tokenHash !== linkHash) {
    // A link that was replaced after it was read stays closed.
    await sql`
      insert into order_links (token_hash, checkout_id, created_at)
      select ${tokenHash}, o.checkout_id, ${nowOf(shop)} from orders o where o.id = ${orderId} and ${linkTurns} =
        (select count(*) from order_changes n where n.order_id = o.id and n.kind = 'email')
      on conflict do nothing`.execute(shop.db);
  }
  return `/orders/${token}`;
}

/**
 * Creates another link, closes all earlier ones of the order, and returns its path. The caller holds the order's lock
 * and records in the same transaction that its email was corrected, for the time of this number. null: the order has no
 * page.
 */
export async function replaceOrderLink(
  shop: Shop,
  tx: Tx,
  { orderId, turns }: { orderId: string; turns: number },
): Promise<string | null> {
  const token = orderAccessToken(shop.keys.orderLinks.current, orderId, turns);
  const { rows } = await sql`
    with turned as (
      update checkouts set access_token_hash = ${accessTokenHash(token)} where access_token_hash is not null
        and id = (select checkout_id from orders where id = ${orderId}) returning id),
    closed as (delete from order_links where checkout_id in (select id from turned))
    select id from turned`.execute(tx);
  return rows.length > 0 ? `/orders/${token}` : null;
}

/** The path of the page where the order's customer writes reviews. The page opens once its link has been created here. */
export async function openReviewLink(shop: Shop, { orderId }: { orderId: string }): Promise<string> {
  const token = reviewAccessToken(shop.keys.orderLinks.current, orderId);
  const tokenHash = accessTokenHash(token);
  await sql`
    update review_asks set token_hash = ${tokenHash}
    where order_id = ${orderId} and token_hash is distinct from ${tokenHash}`.execute(shop.db);
  return `/reviews/${token}`;
}
