// The owner answers a message. The reply is stored and its email queued in one transaction; the form carries the reply's
// id, so pressing twice, or going back and sending again, sends one email.
import { readForm } from "#domain/form/form-saved.ts";
import { replyForm } from "#domain/messages/answer-forms.ts";
import type { ReplyOutcome } from "#domain/messages/thread.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { insertReply, lockMessage, updateAnswered, updateSuspected } from "./thread-queries.ts";

/** `seen`: when the newest message was written that the owner saw, as the page sends it (newestMessageAt). */
type Reply = { id: unknown; replyId: unknown; body: unknown; seen: unknown; actor: string };

/** `isNew` false: this reply was sent before, and nothing was done. What its sender wrote until `seen` is answered. */
export async function answerMessage(
  shop: Shop,
  { id, replyId, body, seen, actor }: Reply,
): Promise<ReplyOutcome> {
  const read = readForm(replyForm, { body });
  if (!read.ok) return read;
  if (!isUuid(id) || !isUuid(replyId)) return { ok: false, reason: "not_found" };
  const outcome = await inTransaction(shop, async (tx): Promise<ReplyOutcome> => {
    const now = nowOf(shop);
    const message = await lockMessage(tx, id);
    if (!message) return { ok: false, reason: "not_found" };
    if (!(await insertReply(tx, { id: replyId, messageId: id, body: read.value.body, now }))) {
      return { ok: true, isNew: false };
    }
    if (message.isSuspected) await updateSuspected(tx, id, false, now);
    await updateAnswered(tx, id, { at: now, seen: timeOf(seen) });
    const uniqueKey = `message_reply:${replyId.toLowerCase()}`;
    await queueMail(tx, { kind: "message_reply", uniqueKey, to: null, payload: { replyId }, now });
    await insertAudit(tx, { actor, action: "message.answered", object: id, after: { reply: replyId } }, now);
    return { ok: true, isNew: true };
  });
  if (outcome.ok && outcome.isNew) shop.wakeWorker("mails");
  return outcome;
}

/** Answered elsewhere, or not after all. Does nothing if it is so already or does not exist. */
export async function markAnswered(
  shop: Shop,
  { id, isAnswered, seen, actor }: { id: unknown; isAnswered: boolean; seen: unknown; actor: string },
): Promise<void> {
  if (!isUuid(id)) return;
  await inTransaction(shop, async (tx) => {
    const now = nowOf(shop);
    if (!(await updateAnswered(tx, id, isAnswered ? { at: now, seen: timeOf(seen) } : null))) return;
    const change = { before: { isAnswered: !isAnswered }, after: { isAnswered } };
    await insertAudit(tx, { actor, action: "message.marked", object: id, ...change }, now);
  });
}

function timeOf(sent: unknown): Date | null {
  const time = new Date(typeof sent === "string" ? sent : "");
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Puts a message among the spam, or takes it back from there. */
export async function markSpam(
  shop: Shop,
  { id, isSpam, actor }: { id: unknown; isSpam: boolean; actor: string },
): Promise<void> {
  if (!isUuid(id)) return;
  await inTransaction(shop, async (tx) => {
    const now = nowOf(shop);
    if (!(await updateSuspected(tx, id, isSpam, now))) return;
    const change = { before: { isSpam: !isSpam }, after: { isSpam } };
    await insertAudit(tx, { actor, action: "message.marked", object: id, ...change }, now);
  });
}
