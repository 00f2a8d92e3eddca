// A token that opens one thing and needs no row: the id of the thing with a MAC of it under the key of order links and a
// label of its kind. It is made again for each mail. One under an older key opens as long as the shop knows that key.
import { createHmac, timingSafeEqual } from "node:crypto";
import { isUuid } from "#domain/text/uuid.ts";
import { everyKey } from "./secrets.ts";
import type { Shop } from "./shop.ts";

const ID_LENGTH = 36;

type Keys = Pick<Shop, "keys">;

export function signId({ keys }: Keys, label: string, id: string): string {
  return `${id}_${macOf(keys.orderLinks.current, label, id)}`;
}

/** The id that a token of this kind was made for; null for a token that this shop has not made. */
export function readSignedId({ keys }: Keys, label: string, token: string): string | null {
  const [id, given] = [token.slice(0, ID_LENGTH), Buffer.from(token.slice(ID_LENGTH + 1))];
  if (!isUuid(id) || token[ID_LENGTH] !== "_") return null;
  const isOurs = everyKey(keys.orderLinks).some((key) => {
    const mac = Buffer.from(macOf(key, label, id));
    return mac.length === given.length && timingSafeEqual(mac, given);
  });
  return isOurs ? id : null;
}

function macOf(key: string, label: string, id: string): string {
  return createHmac("sha256", key).update(`${label}:${id}`).digest("base64url");
}
