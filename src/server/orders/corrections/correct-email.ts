// Corrects the email to which an order's mails go. The new one gets the confirmation, with another link to the order's page;
// the old one, which may be a stranger's, is told that mails go elsewhere from now on, and its link opens nothing any more.
// When it was changed by that link, the old one can undo it (undo-email.ts).
import { CUSTOMER, refuseNewEmail } from "#domain/order/corrections.ts";
import { paidStatuses } from "#domain/order/order.ts";
import { isEmail, readEmail } from "#domain/text/typed/email.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { replaceOrderLink } from "../../mail/links/order-link.ts";
import { queueOrderMail } from "../../mail/queue-mail.ts";
import {
  type Correcting,
  type CorrectingRefusal,
  changeBeforeShipping,
  tellCustomer,
} from "./change-before-shipping.ts";
import {
  type CorrectableOrder,
  dismissFailedConfirmation,
  insertChange,
  saveAddress,
} from "./correction-queries.ts";

export type CorrectEmailResult =
  /**
   * isConfirmed: the confirmation goes to the new email; false while the payment is not in. page: the path by which the
   * order's page opens from now on; null when it has none.
   */
  | { ok: true; isConfirmed: boolean; page: string | null }
  | CorrectingRefusal
  | { ok: false; reason: "over" | "unchanged" | "bad_email" };

export async function correctEmail(
  shop: Shop,
  { email: typed, ...asked }: Correcting & { email: string },
): Promise<CorrectEmailResult> {
  const email = readEmail(typed);
  if (!isEmail(email)) return { ok: false, reason: "bad_email" };
  return changeBeforeShipping<CorrectEmailResult>(
    shop,
    { ...asked, kind: "email" },
    async (tx, order, now) => {
      const refusal = refuseNewEmail(order);
      if (refusal) return { result: { ok: false, reason: refusal } };
      const old = order.address.customer_email;
      if (old === email) return { result: { ok: false, reason: "unchanged" } };
      const { audit, ...moved } = await moveEmail(shop, tx, order, { email, actor: asked.actor, now });
      return { result: { ok: true, ...moved }, audit };
    },
  );
}

type Move = {
  email: string;
  actor: string;
  /** The change that this one undoes; left out: none. */
  undoes?: string;
  now: Date;
};

/** Sends the emails of a locked order to another address, by another link, and writes the change down. */
export async function moveEmail(
  shop: Shop,
  tx: Tx,
  order: CorrectableOrder,
  { email, actor, undoes, now }: Move,
) {
  const { id: orderId, address } = order;
  const old = address.customer_email;
  await saveAddress(tx, { orderId, address: { ...address, customer_email: email }, now });
  const id = shop.newId();
  const audit = { before: { email: old }, after: { email, ...(undoes !== undefined && { undoes }) } };
  await insertChange(tx, { id, orderId, kind: "email", ...audit, actor, now });
  const isUndoable = actor === CUSTOMER && undoes === undefined;
  const payload = { what: "email", ...(isUndoable && { undo: id }) };
  if (isEmail(old)) await tellCustomer(tx, order, { id, to: old, payload, now });
  const page = await replaceOrderLink(shop, tx, { orderId, turns: order.emailChanges.length + 1 });
  const isConfirmed = paidStatuses.includes(order.status);
  if (isConfirmed) {
    await dismissFailedConfirmation(tx, orderId, now);
    await queueOrderMail(tx, "order_confirmation", orderId, { key: `corrected:${id}`, now });
  }
  return { isConfirmed, page, audit };
}
