// The link in the email to the address that an order had before its email was changed by its own link. It gives the order
// back to that mailbox: emails go there again, and every other link to the order is closed. Looking changes nothing.
import { CUSTOMER } from "#domain/order/corrections.ts";
import { type EmailUndoRefusal, refuseEmailUndo } from "#domain/order/links/email-undo.ts";
import { maskEmail } from "#domain/order/order-page.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { readEmailUndo } from "../../mail/links/mail-links.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { moveEmail } from "./correct-email.ts";
import { findOrderOfChange, lockCorrectable } from "./correction-queries.ts";

type UndoLink = { token: string };

/** `number`: the order's. The emails are masked: the one that emails go to, and the one before. */
export type EmailUndo = { number: number; now: string; before: string };

export type EmailUndoLook = ({ ok: true } & EmailUndo) | { ok: false; reason: EmailUndoRefusal };

export function findEmailUndo(shop: Shop, link: UndoLink): Promise<EmailUndoLook> {
  return inTransaction(shop, async (tx) => {
    const found = await judge(shop, tx, link);
    return found.ok ? { ok: true, ...found.undo } : found;
  });
}

export type EmailUndoResult =
  /** `page`: the path by which the order's page opens from now on; null when it has none. */
  ({ ok: true; page: string | null } & EmailUndo) | { ok: false; reason: EmailUndoRefusal };

export async function undoEmail(shop: Shop, link: UndoLink): Promise<EmailUndoResult> {
  const result = await inTransaction(shop, async (tx): Promise<EmailUndoResult> => {
    const found = await judge(shop, tx, link);
    if (!found.ok) return found;
    const { order, undoes, email, now, undo } = found;
    const { page, audit } = await moveEmail(shop, tx, order, { email, actor: CUSTOMER, undoes, now });
    const entry = { actor: CUSTOMER, action: "order.email_corrected", object: order.id, ...audit } as const;
    await insertAudit(tx, entry, now);
    return { ok: true, page, ...undo };
  });
  if (result.ok) shop.wakeWorker("mails");
  return result;
}

async function judge(shop: Shop, tx: Tx, { token }: UndoLink) {
  const undoes = readEmailUndo(shop, token);
  const orderId = undoes === null ? null : await findOrderOfChange(tx, undoes);
  const order = orderId === null ? null : await lockCorrectable(tx, orderId);
  const email = order?.emailChanges.find(({ id }) => id === undoes)?.before.email;
  if (undoes === null || !order || email === undefined) return { ok: false, reason: "not_found" } as const;
  const now = nowOf(shop);
  const facts = { now: now.getTime(), hasShipped: order.hasParcels };
  const reason = refuseEmailUndo(order.emailChanges, undoes, facts);
  if (reason !== null) return { ok: false, reason } as const;
  const undo: EmailUndo = {
    number: order.number,
    now: maskEmail(order.address.customer_email),
    before: maskEmail(email),
  };
  return { ok: true, order, undoes, email, now, undo } as const;
}
