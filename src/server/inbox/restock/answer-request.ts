// What the link of a restock request allows: see it, confirm it, end it. All three may be done any
// number of times.
import { maskEmail } from "#domain/order/order-page.ts";
import type { RestockRequest } from "#domain/restock/restock-request.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { readRestockToken } from "../../mail/links/email-links.ts";
import { confirmRequest, deleteRequest, findRequestRow } from "./queries.ts";

/** Null: the token is not the shop's, or the request is over. Any text is fine as a token. */
export async function findRestockRequest(shop: Shop, { token }: Token): Promise<RestockRequest | null> {
  const id = readRestockToken(shop, token);
  const row = id === null ? null : await findRequestRow(shop.db, id);
  if (!row) return null;
  const { productId, name, option, imageUrl, imageAlt, isSold, isBack } = row;
  return {
    ...{ productId, name, option, isSold, isBack },
    image: imageUrl === null ? null : { url: imageUrl, alt: imageAlt },
    email: maskEmail(row.email),
    state: row.isTold ? "told" : row.isConfirmed ? "waiting" : "asked",
  };
}

/** From now on the request waits in the line of its option. */
export async function confirmRestock(shop: Shop, { token }: Token): Promise<void> {
  const id = readRestockToken(shop, token);
  if (id === null) return;
  await confirmRequest(shop.db, id, nowOf(shop));
  shop.wakeWorker("stock");
}

/** Emails aren't going out about it anymore; but for one that is under way at this moment. False for a token that is not the shop's. */
export async function endRestock(shop: Shop, { token }: Token): Promise<boolean> {
  const id = readRestockToken(shop, token);
  if (id === null) return false;
  await deleteRequest(shop.db, id);
  return true;
}

type Token = { token: string };
