// A customer says on the order's page what is wrong and what they want. It is a message in the owner's inbox, bound to the
// order, under the limits of the contact form. Whoever has the link to the order may ask, and nothing else moves by it.
import { maskEmail } from "#domain/order/order-page.ts";
import {
  isReturnable,
  parseReturnRequest,
  type ReturnErrors,
  tellReturnRequest,
} from "#domain/order/return-request.ts";
import { fileMessage } from "../../messages/send-contact-message.ts";
import type { Shop } from "../../shop.ts";
import { findOrderPage } from "./find-order-page.ts";

export type ReturnOutcome =
  | { ok: true; isNew: boolean; email: string }
  | { ok: false; reason: "invalid"; errors: ReturnErrors }
  | { ok: false; reason: "not_found" | "not_returnable" | "rate_limited" | "unavailable" };

type Asked = { token: string; sent: Parameters<typeof parseReturnRequest>[0]; ip: string };

/** `email`: where the answer goes, masked. `isNew`: false when the same was asked for before; then nothing is filed and nobody gets a mail. */
export async function askForReturn(shop: Shop, { token, sent, ip }: Asked): Promise<ReturnOutcome> {
  const order = await findOrderPage(shop, { token });
  if (!order) return { ok: false, reason: "not_found" };
  if (!isReturnable(order)) return { ok: false, reason: "not_returnable" };
  const parsed = parseReturnRequest(sent, order.items.length);
  if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
  const { customer_name: name, customer_email: email } = order.address;
  const message = { name, email, ...tellReturnRequest(order, parsed.value) };
  const filed = await fileMessage(shop, { message, ip, orderId: order.id });
  return filed.ok ? { ...filed, email: maskEmail(email) } : filed;
}
