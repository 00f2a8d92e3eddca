// A customer writes to the owner on the order's page: a message in the inbox, bound to the order, under the limits of the
// contact form.
import { CONTACT_MESSAGE_MAX } from "#domain/messages/contact-message.ts";
import { orderNumber } from "#domain/order/order.ts";
import { maskEmail } from "#domain/order/order-page.ts";
import { paragraphs } from "#domain/text/paragraphs.ts";
import type { Shop } from "../../core/shop.ts";
import { fileMessage } from "../../inbox/messages/send-contact-message.ts";
import { findOrderPage } from "./find-order-page.ts";

export type WriteOutcome =
  /** `email`: where the answer goes, masked. `isNew`: false when the same words came before; then nothing is filed. */
  | { ok: true; isNew: boolean; email: string }
  | { ok: false; reason: "invalid"; errors: { message: string } }
  | { ok: false; reason: "not_found" | "rate_limited" | "unavailable" };

export async function writeAboutOrder(
  shop: Shop,
  { token, message: text, ip }: { token: string; message: string; ip: string },
): Promise<WriteOutcome> {
  const order = await findOrderPage(shop, { token });
  if (!order) return { ok: false, reason: "not_found" };
  const message = paragraphs(text);
  const invalid = (error: string) =>
    ({ ok: false, reason: "invalid", errors: { message: error } }) satisfies WriteOutcome;
  if (message === "") return invalid("Tell us what is wrong");
  if (message.length > CONTACT_MESSAGE_MAX)
    return invalid(`Use at most ${CONTACT_MESSAGE_MAX.toLocaleString("en-US")} characters`);
  const { customer_name: name, customer_email: email } = order.address;
  const subject = `About order ${orderNumber(order.number)}`;
  const filed = await fileMessage(shop, {
    message: { name, email, subject, message },
    ip,
    orderId: order.id,
  });
  return filed.ok ? { ...filed, email: maskEmail(email) } : filed;
}
