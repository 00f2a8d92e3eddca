// Takes a message from the contact form: stores it and queues the mail to the store in one transaction, so a
// message that was thanked for is never lost. The form is open to the world, so it is limited per client IP and
// in total. When the trap field is filled in, which people don't see, the answer is the same thanks and the message
// is dropped, so a robot learns nothing.
import { type ContactOutcome, parseContactMessage } from "#domain/messages/contact-message.ts";
import { inTransaction } from "../db/transaction.ts";
import { countUse } from "../limits/count-use.ts";
import { errorText } from "../log.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { nowOf, type Shop } from "../shop.ts";
import { insertMessage } from "./queries.ts";

export const MESSAGES_PER_SENDER_MAX = 10;
export const MESSAGES_IN_TOTAL_MAX = 100;
export const MESSAGES_WINDOW_MS = 60 * 60_000;

export type ContactRequest = {
  name: unknown;
  email: unknown;
  subject: unknown;
  message: unknown;
  honeypot: unknown;
  /** The client IP, as the HTTP listener found it. */
  ip: string;
};

export async function sendContactMessage(shop: Shop, request: ContactRequest): Promise<ContactOutcome> {
  if (request.honeypot) return { ok: true };
  const parsed = parseContactMessage(request);
  if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
  try {
    if (await isTooOften(shop, request.ip)) return { ok: false, reason: "rate_limited" };
    const to = (await loadSettings(shop)).businessInfo.email || shop.env.adminEmail;
    const id = shop.newId();
    const now = nowOf(shop);
    await inTransaction(shop, async (tx) => {
      await insertMessage(tx, { ...parsed.value, id, createdAt: now });
      const uniqueKey = `contact_message:${id}`;
      await queueMail(tx, { kind: "contact_message", uniqueKey, to, payload: parsed.value, now });
    });
    return { ok: true };
  } catch (error) {
    shop.log.error("contact.message_not_stored", { error: errorText(error) });
    return { ok: false, reason: "unavailable" };
  }
}

async function isTooOften(shop: Shop, ip: string): Promise<boolean> {
  const window = { now: shop.clock(), windowMs: MESSAGES_WINDOW_MS };
  const bySender = await countUse(shop.db, { key: `contact:${ip}`, ...window });
  if (bySender > MESSAGES_PER_SENDER_MAX) return true;
  return (await countUse(shop.db, { key: "contact:all", ...window })) > MESSAGES_IN_TOTAL_MAX;
}
