// The link in the mails of a restock request: it confirms the request and ends it. It is stored nowhere.
import type { Shop } from "./shop.ts";
import { readSignedId, signId } from "./signed-id.ts";

type Keys = Pick<Shop, "keys">;
const LABEL = "restock-request";

/** The path of a request's page. */
export function restockPath(shop: Keys, requestId: string): string {
  return `/restock/${signId(shop, LABEL, requestId)}`;
}

/** The id of the request that a token was made for; null for a token that this shop has not made. */
export function readRestockToken(shop: Keys, token: string): string | null {
  return readSignedId(shop, LABEL, token);
}
