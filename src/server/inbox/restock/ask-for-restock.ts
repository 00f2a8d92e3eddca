// Takes a restock request from a product's page, and queues the email that asks for its confirmation in the same
// transaction. The form is open to the world, and anyone can enter anyone's email. So each client network is
// limited and says so; of one request an email goes out once a day, and to one mailbox only so many a day, however its address
// is spelled. What the whole shop emails in an hour has an end, too. Who asks for more
// hears the same, as with the link to an order: a refusal would reveal a request with this email, and let a
// stranger keep a shopper out.
import { parseRestockAsk, type RestockAskOutcome } from "#domain/restock/restock-request.ts";
import { emailKey } from "#domain/text/typed/email-key.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { countUse } from "../../auth/limits/count-use.ts";
import { isLoopback, isPublicShop, networkOf } from "../../core/client-ip.ts";
import { errorText } from "../../core/log.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { findAsked, findVariant, keepVariant, writeAsked } from "./queries.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** An hour. */
export const ASKS_PER_CLIENT_MAX = 20;
/** A day, for any variants. */
export const MAILS_PER_EMAIL_MAX = 10;
/** An hour, in total: unconfirmed emails. */
export const MAILS_IN_TOTAL_MAX = 120;

/** `ip`: the client IP. `productId`: any text. */
export type RestockForm = { productId: string; option: unknown; email: unknown; ip: string };

export async function askForRestock(shop: Shop, form: RestockForm): Promise<RestockAskOutcome> {
  const parsed = parseRestockAsk(form);
  if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
  const { option, email } = parsed.value;
  const { productId, ip } = form;
  try {
    if (await isTooOften(shop, ip)) return { ok: false, reason: "rate_limited" };
    const found = isUuid(productId) ? await findVariant(shop.db, { productId, option }) : null;
    if (!found) return { ok: false, reason: "not_found" };
    if (found.available > 0) return { ok: false, reason: "in_stock", option };
    const whose = { variantId: found.id, email };
    const isSold = await inTransaction(shop, (tx) => takeRequest(tx, shop, whose));
    if (!isSold) return { ok: false, reason: "not_found" };
    shop.wakeWorker("mails");
    return { ok: true };
  } catch (error) {
    shop.log.error("restock.request_not_stored", { error: errorText(error) });
    return { ok: false, reason: "unavailable" };
  }
}

/** False: the variant has been removed. */
async function takeRequest(
  tx: Tx,
  shop: Shop,
  whose: { variantId: string; email: string },
): Promise<boolean> {
  const now = nowOf(shop);
  if (!(await keepVariant(tx, whose.variantId))) return false;
  const asked = await findAsked(tx, whose);
  if (asked && Math.abs(now.getTime() - asked.askedAt.getTime()) < DAY_MS) return true;
  const key = `restock:email:${shop.hashClient(emailKey(whose.email))}`;
  const mails = await countUse(tx, { key, now: now.getTime(), windowMs: DAY_MS });
  if (mails > MAILS_PER_EMAIL_MAX) return true;
  const inTotal = await countUse(tx, { key: "restock:all", now: now.getTime(), windowMs: HOUR_MS });
  if (inTotal > MAILS_IN_TOTAL_MAX) return true;
  const requestId = await writeAsked(tx, { ...whose, id: shop.newId(), now });
  const uniqueKey = `restock_asked:${shop.newId()}`;
  await queueMail(tx, { kind: "restock_asked", uniqueKey, to: whose.email, payload: { requestId }, now });
  return true;
}

async function isTooOften(shop: Shop, ip: string): Promise<boolean> {
  // As everywhere, the owner's machine is not limited at home.
  if (isLoopback(ip) && !isPublicShop(shop.env)) return false;
  const key = `restock:client:${shop.hashClient(networkOf(ip))}`;
  return (await countUse(shop.db, { key, now: shop.clock(), windowMs: HOUR_MS })) > ASKS_PER_CLIENT_MAX;
}
