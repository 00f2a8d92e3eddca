// Links in emails that need no database row: an id and its MAC under the key of order links, with a label for the kind of
// link. They are derived for each email. A link under an older key works as long as the shop has that key.
import { createHmac, timingSafeEqual } from "node:crypto";
import { isUuid } from "#domain/text/uuid.ts";
import { everyKey } from "../../core/secrets.ts";
import type { Shop } from "../../core/shop.ts";

const ID_LENGTH = 36;

type Keys = Pick<Shop, "keys">;

const RESTOCK = "restock-request";
const REMINDER = "checkout-reminder";
const EMAIL_UNDO = "email-undo";

/** The path of a restock request's page, which confirms the request and unsubscribes. */
export function restockPath(shop: Keys, requestId: string): string {
  return `/restock/${signId(shop, RESTOCK, requestId)}`;
}

/** The id of the request that a token was made for; null for a token that this shop didn't issue. */
export function readRestockToken(shop: Keys, token: string): string | null {
  return readSignedId(shop, RESTOCK, token);
}

/**
 * The path of the page that a cart reminder links to: it restores the cart in any browser and stops reminders. Anyone who
 * has the link sees products, but no name or address.
 */
export function reminderPath(shop: Keys, checkoutId: string): string {
  return `/back/${signId(shop, REMINDER, checkoutId)}`;
}

/** The id of the checkout that a token was made for; null for a token that this shop didn't issue. */
export function readReminderToken(shop: Keys, token: string): string | null {
  return readSignedId(shop, REMINDER, token);
}

/** The path of the page that undoes a change of an order's email. */
export function emailUndoPath(shop: Keys, changeId: string): string {
  return `/orders/undo/${signId(shop, EMAIL_UNDO, changeId)}`;
}

/** The id of the change that a token undoes; null for a token that this shop didn't issue. */
export function readEmailUndo(shop: Keys, token: string): string | null {
  return readSignedId(shop, EMAIL_UNDO, token);
}

function signId({ keys }: Keys, label: string, id: string): string {
  return `${id}_${macOf(keys.orderLinks.current, label, id)}`;
}

function readSignedId({ keys }: Keys, label: string, token: string): string | null {
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
