// The link in the mails of a restock request: it confirms the request and ends it. Its token is the request's id with a MAC
// of it under the key of order links, under a label of its own; it is made again for each mail and stored nowhere. Links
// under an older key open as long as the shop knows that key.
import { createHmac, timingSafeEqual } from "node:crypto";
import { isUuid } from "#domain/text/uuid.ts";
import { everyKey } from "./secrets.ts";
import type { Shop } from "./shop.ts";

const ID_LENGTH = 36;

type Keys = Pick<Shop, "keys">;

/** The path of a request's page. */
export function restockPath({ keys }: Keys, requestId: string): string {
  return `/restock/${requestId}_${macOf(keys.orderLinks.current, requestId)}`;
}

/** The id of the request that a token was made for; null for a token that this shop has not made. */
export function readRestockToken({ keys }: Keys, token: string): string | null {
  const [id, given] = [token.slice(0, ID_LENGTH), Buffer.from(token.slice(ID_LENGTH + 1))];
  if (!isUuid(id) || token[ID_LENGTH] !== "_") return null;
  const isOurs = everyKey(keys.orderLinks).some((key) => {
    const mac = Buffer.from(macOf(key, id));
    return mac.length === given.length && timingSafeEqual(mac, given);
  });
  return isOurs ? id : null;
}

function macOf(key: string, requestId: string): string {
  return createHmac("sha256", key).update(`restock-request:${requestId}`).digest("base64url");
}
