// Takes a message from the contact form, or from an order's page: stores it and queues the email to the store in one transaction, so a
// message that was thanked for is never lost. The form is open to the world, so each client network is limited. There
// is no limit for all together, because a stranger could use it up and close the form for everyone: what comes in
// while too many do, or too many from one email, is stored as suspected and not emailed one by one; the owner gets one
// email an hour that says so. When the trap field is filled in, which people don't see, the answer is the same thanks
// and the message is dropped, so a robot learns nothing.
import {
  type ContactMessage,
  type ContactOutcome,
  parseContactMessage,
} from "#domain/messages/contact-message.ts";
import { emailKey } from "#domain/text/typed/email-key.ts";
import { countUse } from "../../auth/limits/count-use.ts";
import { networkOf } from "../../core/client-ip.ts";
import { errorText } from "../../core/log.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { deleteOldSuspected, insertMessage } from "./queries.ts";

export const MESSAGES_WINDOW_MS = 60 * 60_000;
/** A window, from one network; a further one is refused. */
export const MESSAGES_PER_SENDER_MAX = 10;
/** A window, from one email and from all; further ones are suspected. */
export const MAILED_PER_ADDRESS_MAX = 5;
export const MAILED_IN_TOTAL_MAX = 60;
/** Suspected messages beyond the newest of these are deleted, so that a flood can't fill the disk. */
const SUSPECTED_KEPT_MAX = 10_000;

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
  const filed = await fileMessage(shop, { message: parsed.value, ip: request.ip, orderId: null });
  return filed.ok ? { ok: true } : filed;
}

/** `orderId`: the order on whose page it was written. `isNew`: false when the same words about it had come before. */
export async function fileMessage(
  shop: Shop,
  { message, ip, orderId }: { message: ContactMessage; ip: string; orderId: string | null },
): Promise<{ ok: true; isNew: boolean } | { ok: false; reason: "rate_limited" | "unavailable" }> {
  try {
    const bySender = await count(shop, `network:${shop.hashClient(networkOf(ip))}`);
    if (bySender > MESSAGES_PER_SENDER_MAX) return { ok: false, reason: "rate_limited" };
    const isSuspected = await isOneOfTooMany(shop, message);
    const to = (await loadSettings(shop)).businessInfo.email || shop.env.adminEmail;
    const id = shop.newId();
    const isNew = await inTransaction(shop, async (tx) => {
      const row = { ...message, id, orderId, createdAt: nowOf(shop), isSuspected };
      if (!(await insertMessage(tx, row))) return false;
      await notifyOwner(tx, shop, { id, to, orderId, message: isSuspected ? null : message });
      return true;
    });
    return { ok: true, isNew };
  } catch (error) {
    shop.log.error("contact.message_not_stored", { error: errorText(error) });
    return { ok: false, reason: "unavailable" };
  }
}

/** Keeps the newest suspected messages only. */
export async function sweepMessages(shop: Shop): Promise<void> {
  await deleteOldSuspected(shop.db, SUSPECTED_KEPT_MAX);
}

async function isOneOfTooMany(shop: Shop, { email }: ContactMessage): Promise<boolean> {
  const byAddress = await count(shop, `email:${shop.hashClient(emailKey(email))}`);
  const inTotal = await count(shop, "all");
  return byAddress > MAILED_PER_ADDRESS_MAX || inTotal > MAILED_IN_TOTAL_MAX;
}

function count(shop: Shop, whose: string): Promise<number> {
  return countUse(shop.db, { key: `contact:${whose}`, now: shop.clock(), windowMs: MESSAGES_WINDOW_MS });
}

/** With the message, or without one that messages wait: one email each hour, by its key. */
async function notifyOwner(
  tx: Tx,
  shop: Shop,
  {
    id,
    to,
    orderId,
    message,
  }: { id: string; to: string; orderId: string | null; message: ContactMessage | null },
): Promise<void> {
  const now = nowOf(shop);
  const hour = Math.floor(shop.clock() / MESSAGES_WINDOW_MS);
  const payload = { ...message, ...(orderId && { orderId }) };
  await queueMail(
    tx,
    message
      ? { kind: "contact_message", uniqueKey: `contact_message:${id}`, to, payload, now }
      : { kind: "messages_held", uniqueKey: `messages_held:${hour}`, to, payload: {}, now },
  );
}
