// Corrects the email to which an order's mails go. The new one gets the confirmation, with another link to the order's page;
// the old one, which may be a stranger's, is told that mails go elsewhere from now on, and its link opens nothing any more.
import { paidStatuses } from "#domain/order/order.ts";
import { isEmail, readEmail } from "#domain/text/typed/email.ts";
import type { Shop } from "../../core/shop.ts";
import { replaceOrderLink } from "../../mail/links/order-link.ts";
import { queueOrderMail } from "../../mail/queue-mail.ts";
import { type ChangeRefused, type Changing, changeOrderAs, tellCustomer } from "./change-order.ts";
import { dismissFailedConfirmation, insertChange, saveAddress } from "./change-queries.ts";

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
    const { id: orderId, address } = order;
    const old = address.customer_email;
    if (old === email) return { result: { ok: false, reason: "unchanged" } };
    await saveAddress(tx, { orderId, address: { ...address, customer_email: email }, now });
    const id = shop.newId();
    const said = { before: { email: old }, after: { email } };
    await insertChange(tx, { id, orderId, kind: "email", ...said, actor: asked.actor, now });
    if (isEmail(old)) await tellCustomer(tx, orderId, { id, to: old, payload: { what: "email" }, now });
    const page = await replaceOrderLink(shop, tx, { orderId, turns: order.ofEmail + 1 });
    const isConfirmed = paidStatuses.includes(order.status);
    if (isConfirmed) {
      await dismissFailedConfirmation(tx, orderId, now);
      const key = `corrected:${id}`;
      await queueOrderMail(tx, "order_confirmation", orderId, { key, now });
    }
    return { result: { ok: true, isConfirmed, page }, entry: said };
  });
}
