// Turns a leased row of the outbox into a mail. A mail is written when it is sent, from the order as it
// is then: one that is no longer true (a "payment failed" after the second try succeeded) is refused
// instead of sent. Headers are made in this file alone, and everything that goes into one is a single
// printable line: a name or a subject from a stranger can't add a header or a recipient.
import { parseContactMessage } from "#domain/messages/contact-message.ts";
import { type OrderStatus, orderStatuses, paidStatuses } from "#domain/order/order.ts";
import { isEmail } from "#domain/postal-address/shipping-address.ts";
import { oneLine } from "#domain/text/one-line.ts";
import { orderAccessToken } from "../order-token.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { Shop } from "../shop.ts";
import { contactMessage } from "./letters/contact-message.ts";
import { type Letter, type OrderLetter, pageUrl, type Sender } from "./letters/letter.ts";
import { orderConfirmation } from "./letters/order-confirmation.ts";
import { orderLink } from "./letters/order-link.ts";
import { orderRefunded } from "./letters/order-refunded.ts";
import { orderShipped } from "./letters/order-shipped.ts";
import { ownerNewOrder } from "./letters/owner-new-order.ts";
import { paymentFailed } from "./letters/payment-failed.ts";
import { paymentProcessing } from "./letters/payment-processing.ts";
import { testMail } from "./letters/test-mail.ts";
import type { Mail } from "./mailer.ts";
import { type ClaimedMail, findMailOrder, findMailRefund, type MailOrder } from "./queries.ts";
import { type MailKind, mailKinds } from "./queue-mail.ts";

export type ComposedMail = { ok: true; mail: Mail } | { ok: false; reason: string };

type OrderMailKind = Exclude<MailKind, "contact_message" | "test_mail" | "order_refunded">;

type OrderMailRule = {
  write: (letter: OrderLetter) => Letter;
  to: "customer" | "owner";
  /** In which states of the order the mail is true. */
  trueWhile: readonly OrderStatus[];
};

const orderMails: Record<OrderMailKind, OrderMailRule> = {
  order_confirmation: { write: orderConfirmation, to: "customer", trueWhile: paidStatuses },
  owner_new_order: { write: ownerNewOrder, to: "owner", trueWhile: paidStatuses },
  payment_processing: { write: paymentProcessing, to: "customer", trueWhile: ["pending", "processing"] },
  payment_failed: { write: paymentFailed, to: "customer", trueWhile: ["failed", "canceled"] },
  order_shipped: { write: orderShipped, to: "customer", trueWhile: paidStatuses },
  order_link: { write: orderLink, to: "customer", trueWhile: orderStatuses },
};

const HEADER_LENGTH_MAX = 200;

/** A refusal is final: trying again would end the same. What may pass (the database is away) is thrown. */
export async function composeMail(shop: Shop, claimed: ClaimedMail): Promise<ComposedMail> {
  const kind = mailKinds.find((known) => known === claimed.kind);
  if (kind === undefined) return refuse("no such kind of mail");
  const { businessInfo: store } = await loadSettings(shop);
  const sender: Sender = { store, publicUrl: shop.env.publicUrl };
  if (kind === "contact_message") return composeContactMail(shop, claimed, sender);
  if (kind === "test_mail") {
    return deliverable(shop, claimed, testMail(sender), { to: ownerOf(shop, sender), replyTo: "" });
  }
  const order = claimed.orderId === null ? null : await findMailOrder(shop.db, claimed.orderId);
  if (!order) return refuse("its order does not exist");
  if (kind === "order_refunded") return composeRefundMail(shop, claimed, sender, order);
  return composeOrderMail(shop, claimed, sender, { order, rule: orderMails[kind] });
}

function composeOrderMail(
  shop: Shop,
  claimed: ClaimedMail,
  sender: Sender,
  { order, rule }: { order: MailOrder; rule: OrderMailRule },
): ComposedMail {
  if (!rule.trueWhile.includes(order.status)) return refuse(`its order is ${order.status} by now`);
  const customer = customerOf(order);
  const letter = rule.write(orderLetter(shop, sender, order));
  if (rule.to === "owner") {
    return deliverable(shop, claimed, letter, { to: ownerOf(shop, sender), replyTo: customer.address });
  }
  return deliverable(shop, claimed, letter, { to: customer, replyTo: sender.store.email });
}

/** True as long as its refund stands; a bank that sends the money back makes it untrue. */
async function composeRefundMail(
  shop: Shop,
  claimed: ClaimedMail,
  sender: Sender,
  order: MailOrder,
): Promise<ComposedMail> {
  const refundId = (claimed.payload as { refundId?: unknown } | null)?.refundId;
  const refund = typeof refundId === "string" ? await findMailRefund(shop.db, refundId) : null;
  if (!refund || refund.orderId !== order.id) return refuse("its refund does not exist");
  if (!refund.stands) return refuse(`its refund is ${refund.status} by now`);
  const { amount, refundedInAll } = refund;
  const letter = orderRefunded({ ...orderLetter(shop, sender, order), amount, refundedInAll });
  return deliverable(shop, claimed, letter, { to: customerOf(order), replyTo: sender.store.email });
}

function orderLetter(shop: Shop, sender: Sender, order: MailOrder): OrderLetter {
  const token = order.hasPage ? orderAccessToken(shop.orderLinkSecret, order.id) : null;
  return { ...sender, order, orderPage: token === null ? null : pageUrl(sender, `/orders/${token}`) };
}

function customerOf({ address }: MailOrder): Mail["to"] {
  return { name: address.customer_name, address: address.customer_email };
}

function composeContactMail(shop: Shop, claimed: ClaimedMail, sender: Sender): ComposedMail {
  const parsed = parseContactMessage(claimed.payload);
  if (!parsed.ok) return refuse("its message is not complete");
  const letter = contactMessage(sender, parsed.value);
  return deliverable(shop, claimed, letter, { to: ownerOf(shop, sender), replyTo: parsed.value.email });
}

function ownerOf(shop: Shop, { store }: Sender): Mail["to"] {
  return { name: store.storeName, address: store.email || shop.env.adminEmail };
}

function deliverable(
  shop: Shop,
  claimed: ClaimedMail,
  letter: Letter,
  { to, replyTo }: { to: Mail["to"]; replyTo: string },
): ComposedMail {
  const address = claimed.recipient ?? to.address;
  if (!isEmail(address)) return refuse("its recipient is not an e-mail address");
  const mail: Mail = {
    to: { name: oneLine(to.name, HEADER_LENGTH_MAX), address },
    subject: oneLine(letter.subject, HEADER_LENGTH_MAX),
    text: letter.text,
    html: letter.html,
    messageId: messageIdOf(claimed.uniqueKey, shop.env.publicUrl),
  };
  return { ok: true, mail: isEmail(replyTo) ? { ...mail, replyTo } : mail };
}

function refuse(reason: string): ComposedMail {
  return { ok: false, reason };
}

/** "order_confirmation:1f…" → "<order_confirmation.1f…@shop.example>"; a colon is not allowed left of the @. */
function messageIdOf(uniqueKey: string, publicUrl: string): string {
  return `<${uniqueKey.replace(/[^\w!#$%&'*+/=?^`{|}~-]/g, ".")}@${new URL(publicUrl).hostname}>`;
}
