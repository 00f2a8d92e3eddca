// Turns a leased row of the outbox into an email. It is written when it is sent, from the current order: an outdated
// email (a "payment failed" after the second attempt succeeded) is dropped instead of sent. Only this file builds
// headers, and each of them is a single printable line: a stranger's name or subject can't add a header or a recipient.
import { parseContactMessage } from "#domain/messages/contact-message.ts";
import { type OrderStatus, orderStatuses, paidStatuses } from "#domain/order/order.ts";
import { oneLine } from "#domain/text/one-line.ts";
import { isEmail } from "#domain/text/typed/email.ts";
import type { Shop } from "../core/shop.ts";
import { writeExtraPaymentEmail } from "./corrections/extra-payment-asked.ts";
import { changeOf, orderChanged } from "./corrections/order-changed.ts";
import type { EmailFacts } from "./email-facts.ts";
import { contactMessage } from "./letters/contact-message.ts";
import { type Letter, type OrderLetter, pageUrl, type Sender } from "./letters/letter.ts";
import { messagesHeld } from "./letters/messages-held.ts";
import { orderCanceled } from "./letters/order-canceled.ts";
import { orderConfirmation } from "./letters/order-confirmation.ts";
import { orderLink } from "./letters/order-link.ts";
import { orderRefunded } from "./letters/order-refunded.ts";
import { orderShipped } from "./letters/order-shipped.ts";
import { ownerNewOrder } from "./letters/owner-new-order.ts";
import { ownerCardTesting, ownerFraudWarning } from "./letters/owner-warnings.ts";
import { paymentFailed } from "./letters/payment-failed.ts";
import { paymentProcessing } from "./letters/payment-processing.ts";
import { testEmail } from "./letters/test-email.ts";
import { emailUndoPath } from "./links/email-links.ts";
import { openOrderLink, openReviewLink } from "./links/order-link.ts";
import type { Mail } from "./mailer.ts";
import { findMessageReply, messageReply } from "./messages/message-reply.ts";
import { type ClaimedEmail, type EmailOrder, findEmailRefund, findReviewOptOut } from "./queries.ts";
import { emailKinds, type MailKind } from "./queue-mail.ts";
import { writeReminderEmail } from "./reminders/write-reminder-email.ts";
import { type RestockDrop, writeRestockEmail } from "./restock/write-restock-email.ts";
import { isReturnEmail, type ReturnEmailKind, writeReturnEmail } from "./returns/write-return-email.ts";
import { reviewRequest } from "./reviews/review-request.ts";

/** `drop`: the email is no longer needed, and refusing it is not a failure. */
type Refusal = { ok: false; reason: string; drop?: RestockDrop["drop"] };
type WrittenEmail = {
  ok: true;
  letter: Letter;
  to: Mail["to"];
  replyTo: string;
  unsubscribe?: string | null;
};

type OrderEmailKind = Exclude<
  MailKind,
  | "contact_message"
  | "message_reply"
  | "messages_held"
  | "test_mail"
  | "order_refunded"
  | "order_shipped"
  | "order_canceled"
  | "order_changed"
  | "extra_payment_asked"
  | ReturnEmailKind
  | "review_request"
  | "owner_card_testing"
  | "restock_asked"
  | "restock"
  | "checkout_reminder"
>;

type OrderEmailRule = {
  write: (letter: OrderLetter) => Letter;
  to: "customer" | "owner";
  /** The states of the order in which the email is true. */
  trueWhile: readonly OrderStatus[];
};

const orderEmails: Record<OrderEmailKind, OrderEmailRule> = {
  order_confirmation: { write: orderConfirmation, to: "customer", trueWhile: paidStatuses },
  owner_new_order: { write: ownerNewOrder, to: "owner", trueWhile: paidStatuses },
  owner_fraud_warning: { write: ownerFraudWarning, to: "owner", trueWhile: ["paid", "partially_refunded"] },
  payment_processing: { write: paymentProcessing, to: "customer", trueWhile: ["pending", "processing"] },
  payment_failed: { write: paymentFailed, to: "customer", trueWhile: ["failed", "canceled"] },
  order_link: { write: orderLink, to: "customer", trueWhile: orderStatuses },
};

const HEADER_LENGTH_MAX = 200;

/**
 * A refusal is final, since another attempt would end the same way. Temporary failures (such as an unreachable
 * database) are thrown.
 */
export async function composeEmail(
  shop: Shop,
  claimed: ClaimedEmail,
  facts: EmailFacts,
): Promise<{ ok: true; mail: Mail } | Refusal> {
  const written = await writeEmail(shop, claimed, facts);
  if (!written.ok) return written;
  const { letter, to, replyTo, unsubscribe } = written;
  const address = claimed.recipient ?? to.address;
  if (claimed.orderId !== null && address === "")
    return { ok: false, reason: "its customer's data was erased", drop: { backInLine: null } };
  if (!isEmail(address)) return refuse("its recipient is not an email address");
  const mail: Mail = {
    to: { name: oneLine(to.name, HEADER_LENGTH_MAX), address },
    subject: oneLine(letter.subject, HEADER_LENGTH_MAX),
    text: letter.text,
    html: letter.html,
    messageId: messageIdOf(claimed.uniqueKey, shop.env.publicUrl),
    ...(unsubscribe && { unsubscribe }),
  };
  return { ok: true, mail: isEmail(replyTo) ? { ...mail, replyTo } : mail };
}

async function writeEmail(
  shop: Shop,
  claimed: ClaimedEmail,
  facts: EmailFacts,
): Promise<WrittenEmail | Refusal> {
  const kind = emailKinds.find((known) => known === claimed.kind);
  if (kind === undefined) return refuse("unknown kind of email");
  const { businessInfo: store, shipping } = await facts.settings();
  const sender: Sender = { store, publicUrl: shop.env.publicUrl, ...(await facts.shown()) };
  const owner: Mail["to"] = { name: store.storeName, address: store.email || shop.env.adminEmail };
  if (kind === "test_mail") return { ok: true, letter: testEmail(sender), to: owner, replyTo: "" };
  if (kind === "messages_held") return { ok: true, letter: messagesHeld(sender), to: owner, replyTo: "" };
  if (kind === "owner_card_testing") {
    const detail = (claimed.payload as { detail?: unknown } | null)?.detail;
    return { ok: true, letter: ownerCardTesting(sender, String(detail ?? "")), to: owner, replyTo: "" };
  }
  if (kind === "contact_message") {
    const parsed = parseContactMessage(claimed.payload);
    if (!parsed.ok) return refuse("its message is incomplete");
    const { orderId } = claimed.payload as { orderId?: unknown };
    const letter = contactMessage(sender, parsed.value, typeof orderId === "string" ? orderId : null);
    return { ok: true, letter, to: owner, replyTo: parsed.value.email };
  }
  if (kind === "message_reply") {
    const reply = await findMessageReply(shop.db, claimed.payload);
    if (!reply) return refuse("its message was deleted");
    const to = { name: reply.name, address: reply.email };
    return { ok: true, letter: messageReply(sender, reply), to, replyTo: owner.address };
  }
  if (kind === "restock_asked" || kind === "restock") {
    const written = await writeRestockEmail(shop, { ...claimed, kind }, sender);
    if (!written.ok) return written;
    const { letter, email: address, unsubscribe } = written;
    return { ok: true, letter, to: { name: "", address }, replyTo: store.email, unsubscribe };
  }
  if (kind === "checkout_reminder") {
    const written = await writeReminderEmail(shop, claimed, sender);
    if (!written.ok) return written;
    const { letter, email: address, unsubscribe } = written;
    return { ok: true, letter, to: { name: "", address }, replyTo: store.email, unsubscribe };
  }
  const order = claimed.orderId === null ? null : await facts.order(claimed.orderId);
  if (!order) return refuse("its order does not exist");
  const about = await orderLetter(shop, { ...sender, returnDays: shipping.returnDays }, order);
  const { customer_name: name, customer_email: email } = order.address;
  const customer: Mail["to"] = { name, address: email };
  if (kind === "order_refunded") {
    const refunded = await writeRefundEmail(shop, claimed, about);
    return refunded.ok ? { ...refunded, to: customer, replyTo: store.email } : refunded;
  }
  if (kind === "order_canceled") {
    const refund = await refundOf(shop, claimed);
    const letter = orderCanceled({
      ...about,
      refund: refund && { amount: refund.amount, stands: refund.stands },
    });
    return { ok: true, letter, to: customer, replyTo: store.email };
  }
  if (kind === "order_changed") {
    const change = changeOf(claimed.payload);
    // The old address may belong to a stranger, who must not learn a name.
    const to = change.what === "email" ? { ...customer, name: "" } : customer;
    const undo = change.what === "email" ? change.undo : null;
    const undoPage = undo && pageUrl(sender, emailUndoPath(shop, undo));
    return { ok: true, letter: orderChanged({ ...about, change, undoPage }), to, replyTo: store.email };
  }
  if (kind === "extra_payment_asked") {
    const letter = await writeExtraPaymentEmail(shop, claimed, about);
    if (!letter) return { ...refuse("it can no longer be paid"), drop: { backInLine: null } };
    return { ok: true, letter, to: customer, replyTo: store.email };
  }
  if (kind === "order_shipped") {
    const shipment = shipmentOf(order, claimed);
    if (!shipment) return refuse("its shipment does not exist");
    if (!paidStatuses.includes(order.status)) return refuse(`its order is already ${order.status}`);
    return { ok: true, letter: orderShipped({ ...about, shipment }), to: customer, replyTo: store.email };
  }
  if (isReturnEmail(kind)) {
    const written = await writeReturnEmail(shop, { ...claimed, kind }, about);
    if (!written.ok) return written;
    const { letter } = written;
    return kind === "return_asked"
      ? { ok: true, letter, to: owner, replyTo: email }
      : { ok: true, letter, to: customer, replyTo: store.email };
  }
  if (kind === "review_request") {
    const asked = await writeReviewRequest(shop, claimed, about);
    return asked.ok ? { ...asked, to: customer, replyTo: store.email } : asked;
  }
  const { write, to, trueWhile } = orderEmails[kind];
  if (!trueWhile.includes(order.status)) return refuse(`its order is already ${order.status}`);
  const letter = write(about);
  return to === "owner"
    ? { ok: true, letter, to: owner, replyTo: email }
    : { ok: true, letter, to: customer, replyTo: store.email };
}

/** True as long as its refund stands; no longer true once a bank returns the money to the shop. */
async function writeRefundEmail(
  shop: Shop,
  claimed: ClaimedEmail,
  about: OrderLetter,
): Promise<{ ok: true; letter: Letter } | Refusal> {
  const refund = await refundOf(shop, claimed);
  if (!refund || refund.orderId !== about.order.id) return refuse("its refund does not exist");
  if (!refund.stands) return refuse(`its refund is already ${refund.status}`);
  const { amount, refundedInAll, quantities } = refund;
  return { ok: true, letter: orderRefunded({ ...about, amount, refundedInAll, quantities }) };
}

/** The shipment that an email is about; without an id in the payload, the latest one. */
function shipmentOf({ shipments }: EmailOrder, { payload }: ClaimedEmail) {
  const shipmentId = (payload as { shipmentId?: unknown } | null)?.shipmentId;
  return (
    shipments.find(({ id }) => id === shipmentId) ?? (shipmentId === undefined ? shipments.at(-1) : undefined)
  );
}

/** The refund that an email is about; null when it names none. */
function refundOf(shop: Shop, { payload }: ClaimedEmail) {
  const refundId = (payload as { refundId?: unknown } | null)?.refundId;
  return typeof refundId === "string" ? findEmailRefund(shop.db, refundId) : Promise.resolve(null);
}

/** True as long as the order is paid, and its customer has not opted out of review requests. */
async function writeReviewRequest(
  shop: Shop,
  { payload }: ClaimedEmail,
  about: OrderLetter,
): Promise<{ ok: true; letter: Letter; unsubscribe: string } | Refusal> {
  const { id: orderId, status, address } = about.order;
  if (status !== "paid" && status !== "partially_refunded") return refuse(`its order is already ${status}`);
  if (await findReviewOptOut(shop.db, address.customer_email))
    return { ...refuse("its customer opted out of review requests"), drop: { backInLine: null } };
  const { names } = (payload ?? {}) as { names?: unknown };
  const page = pageUrl(about, await openReviewLink(shop, { orderId }));
  const unsubscribe = `${page}/stop`;
  return {
    ok: true,
    letter: reviewRequest({ ...about, names: String(names ?? ""), page, unsubscribe }),
    unsubscribe,
  };
}

async function orderLetter(
  shop: Shop,
  sender: Omit<OrderLetter, "order" | "orderPage">,
  order: EmailOrder,
): Promise<OrderLetter> {
  const { id: orderId, linkHash, linkTurns } = order;
  const page = linkHash === null ? null : await openOrderLink(shop, { orderId, linkHash, linkTurns });
  return { ...sender, order, orderPage: page && pageUrl(sender, page) };
}

function refuse(reason: string): Refusal {
  return { ok: false, reason };
}

/** "order_confirmation:1f…" → "<order_confirmation.1f…@shop.example>"; a colon is not allowed left of the @. */
function messageIdOf(uniqueKey: string, publicUrl: string): string {
  return `<${uniqueKey.replace(/[^\w!#$%&'*+/=?^`{|}~-]/g, ".")}@${new URL(publicUrl).hostname}>`;
}
