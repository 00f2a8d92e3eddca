// Corrects the address that an order's emails go to. The new one gets the confirmation, with another link to the order's page;
// the old one, which may be a stranger's, gets a notice that emails now go elsewhere, and its link no longer opens anything.
// When it was changed by that link, the old one can undo it (undo-email.ts).
import { CUSTOMER } from "#domain/order/corrections.ts";
import { paidStatuses } from "#domain/order/order.ts";
import { isEmail, readEmail } from "#domain/text/typed/email.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { replaceOrderLink } from "../../mail/links/order-link.ts";
import { queueOrderMail } from "../../mail/queue-mail.ts";
import { type ChangeRefused, type Changing, changeOrderAs, notifyCustomer } from "./change-order.ts";
import { dismissFailedConfirmation, insertChange, type LockedOrder, saveAddress } from "./change-queries.ts";

export type CorrectEmailResult =
  /**
   * isConfirmed: the confirmation goes to the new email; false while the payment is not in. page: the path by which the
   * order's page opens from now on; null when it has none.
   */
  | { ok: true; isConfirmed: boolean; page: string | null }
  | ChangeRefused<"email">
  | { ok: false; reason: "unchanged" | "bad_email" };

export async function correctEmail(
  shop: Shop,
  { email: typed, ...asked }: Changing & { email: string },
): Promise<CorrectEmailResult> {
  const email = readEmail(typed);
  if (!isEmail(email)) return { ok: false, reason: "bad_email" };
  const change = { ...asked, kind: "email", action: "order.email_corrected" } as const;
  return changeOrderAs<"email", CorrectEmailResult>(shop, change, async (tx, order, now) => {
    if (order.address.customer_email === email) return { result: { ok: false, reason: "unchanged" } };
    const { entry, ...moved } = await moveEmail(shop, tx, order, { email, actor: asked.actor, now });
    return { result: { ok: true, ...moved }, entry };
  });
}

type Move = {
  email: string;
  actor: string;
  /** The change that this one undoes; left out: none. */
  undoes?: string;
  now: Date;
};

/** Sends the emails of a locked order to another address, by another link, and writes the change down. */
export async function moveEmail(shop: Shop, tx: Tx, order: LockedOrder, { email, actor, undoes, now }: Move) {
  const { id: orderId, address } = order;
  const old = address.customer_email;
  await saveAddress(tx, { orderId, address: { ...address, customer_email: email }, now });
  const id = shop.newId();
  const entry = { before: { email: old }, after: { email, ...(undoes !== undefined && { undoes }) } };
  await insertChange(tx, { id, orderId, kind: "email", ...entry, actor, now });
  const isUndoable = actor === CUSTOMER && undoes === undefined;
  const payload = { what: "email", ...(isUndoable && { undo: id }) };
  if (isEmail(old)) await notifyCustomer(tx, orderId, { id, to: old, payload, now });
  const page = await replaceOrderLink(shop, tx, { orderId, turns: order.emailChanges.length + 1 });
  const isConfirmed = paidStatuses.includes(order.status);
  if (isConfirmed) {
    await dismissFailedConfirmation(tx, orderId, now);
    await queueOrderMail(tx, "order_confirmation", orderId, { key: `corrected:${id}`, now });
  }
  return { isConfirmed, page, entry };
}
