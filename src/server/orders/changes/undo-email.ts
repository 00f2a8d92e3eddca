// The link in the email to the previous address of an order whose email was changed through its own link. It returns the order
// to that mailbox: emails go to it again, and every other link to the order is closed. Opening the link changes nothing.
import { CUSTOMER } from "#domain/order/corrections.ts";
import { type EmailUndoRefusal, refuseEmailUndo } from "#domain/order/links/email-undo.ts";
import { maskEmail } from "#domain/order/order-page.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { type Db, inTransaction } from "../../db/transaction.ts";
import { readEmailUndo } from "../../mail/links/email-links.ts";
import { changeOrder } from "./change-order.ts";
import { findOrderOfChange, type LockedOrder, lockOrder } from "./change-queries.ts";
import { moveEmail } from "./correct-email.ts";

type UndoLink = { token: string };

/** `number`: the order's. The emails are masked: the one that emails go to, and the one before. */
export type EmailUndo = { number: number; now: string; before: string };

export type EmailUndoLook = ({ ok: true } & EmailUndo) | { ok: false; reason: EmailUndoRefusal };

export function findEmailUndo(shop: Shop, link: UndoLink): Promise<EmailUndoLook> {
  return inTransaction(shop, async (tx) => {
    const asked = await findAsked(shop, tx, link);
    const order = asked && (await lockOrder(tx, asked.orderId));
    if (!order) return { ok: false, reason: "not_found" };
    const found = judge(order, { undoes: asked.undoes, now: nowOf(shop) });
    return found.ok ? { ok: true, ...found.undo } : found;
  });
}

export type EmailUndoResult =
  /** `page`: the path by which the order's page opens from now on; null when it has none. */
  ({ ok: true; page: string | null } & EmailUndo) | { ok: false; reason: EmailUndoRefusal };

export async function undoEmail(shop: Shop, link: UndoLink): Promise<EmailUndoResult> {
  const asked = await findAsked(shop, shop.db, link);
  if (!asked) return { ok: false, reason: "not_found" };
  const { orderId, undoes } = asked;
  const change = { orderId, actor: CUSTOMER, action: "order.email_corrected" } as const;
  return changeOrder<EmailUndoResult>(shop, change, async (tx, order, now) => {
    const found = judge(order, { undoes, now });
    if (!found.ok) return { result: found };
    const { email, undo } = found;
    const { page, entry } = await moveEmail(shop, tx, order, { email, actor: CUSTOMER, undoes, now });
    return { result: { ok: true, page, ...undo }, entry };
  });
}

/** The change that the link undoes, and its order. */
async function findAsked(
  shop: Shop,
  db: Db,
  { token }: UndoLink,
): Promise<{ orderId: string; undoes: string } | null> {
  const undoes = readEmailUndo(shop, token);
  const orderId = undoes === null ? null : await findOrderOfChange(db, undoes);
  return undoes === null || orderId === null ? null : { orderId, undoes };
}

function judge(order: LockedOrder, { undoes, now }: { undoes: string; now: Date }) {
  const email = order.emailChanges.find(({ id }) => id === undoes)?.before.email;
  if (order.isForgotten || email === undefined) return { ok: false, reason: "not_found" } as const;
  const facts = { now: now.getTime(), hasShipped: order.hasShipments };
  const reason = refuseEmailUndo(order.emailChanges, undoes, facts);
  if (reason !== null) return { ok: false, reason } as const;
  const undo: EmailUndo = {
    number: order.number,
    now: maskEmail(order.address.customer_email),
    before: maskEmail(email),
  };
  return { ok: true, email, undo } as const;
}
