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
import {
  type Draft,
  type Letter,
  type OrderDraft,
  type OrderLetter,
  pageUrl,
  type Sender,
} from "./letters/letter.ts";
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
import { type ReturnEmailKind, writeReturnEmail } from "./returns/write-return-email.ts";
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
type Result = WrittenEmail | Refusal;

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

async function writeEmail(shop: Shop, claimed: ClaimedEmail, facts: EmailFacts): Promise<Result> {
  const kind = emailKinds.find((known) => known === claimed.kind);
  if (kind === undefined) return refuse("unknown kind of email");
  const { businessInfo: store, shipping } = await facts.settings();
  const sender: Sender = { store, publicUrl: shop.env.publicUrl, ...(await facts.shown()) };
  const owner = { name: store.storeName, address: store.email || shop.env.adminEmail };
  const draft: Draft = { shop, claimed, sender, owner };
  if (isGeneral(kind)) return generalEmails[kind](draft);
  const order = claimed.orderId === null ? null : await facts.order(claimed.orderId);
  if (!order) return refuse("its order does not exist");
  const about = await orderLetter(shop, { ...sender, returnDays: shipping.returnDays }, order);
  return orderEmails[kind]({ ...draft, about });
}

const toOwner = ({ owner }: Draft, letter: Letter, replyTo = ""): WrittenEmail => {
  return { ok: true, letter, to: owner, replyTo };
};

const toCustomer = ({ about: { order, store } }: OrderDraft, letter: Letter): WrittenEmail => {
  const { customer_name: name, customer_email: address } = order.address;
  return { ok: true, letter, to: { name, address }, replyTo: store.email };
};

/** The emails that are about no order. */
const generalEmails = {
  test_mail: async (draft) => toOwner(draft, testEmail(draft.sender)),
  messages_held: async (draft) => toOwner(draft, messagesHeld(draft.sender)),
  owner_card_testing: async (draft) => {
    const { detail } = payloadOf(draft);
    return toOwner(draft, ownerCardTesting(draft.sender, String(detail ?? "")));
  },
  contact_message: async (draft) => {
    const parsed = parseContactMessage(draft.claimed.payload);
    if (!parsed.ok) return refuse("its message is incomplete");
    const { orderId } = payloadOf(draft);
    const letter = contactMessage(draft.sender, parsed.value, typeof orderId === "string" ? orderId : null);
    return toOwner(draft, letter, parsed.value.email);
  },
  message_reply: async ({ shop, claimed, sender, owner }) => {
    const reply = await findMessageReply(shop.db, claimed.payload);
    if (!reply) return refuse("its message was deleted");
    const to = { name: reply.name, address: reply.email };
    return { ok: true, letter: messageReply(sender, reply), to, replyTo: owner.address };
  },
  restock_asked: async (draft) => toShopper(draft, await writeRestockEmail("restock_asked", draft)),
  restock: async (draft) => toShopper(draft, await writeRestockEmail("restock", draft)),
  checkout_reminder: async (draft) => toShopper(draft, await writeReminderEmail(draft)),
} satisfies Partial<Record<MailKind, (draft: Draft) => Promise<Result>>>;

type GeneralKind = keyof typeof generalEmails;

const isGeneral = (kind: MailKind): kind is GeneralKind => Object.hasOwn(generalEmails, kind);

type ShopperEmail = { ok: true; letter: Letter; email: string; unsubscribe: string | null };

/** To an address whose name the shop does not know. */
function toShopper({ sender }: Draft, written: ShopperEmail | RestockDrop): Result {
  if (!written.ok) return written;
  const { letter, email: address, unsubscribe } = written;
  return { ok: true, letter, to: { name: "", address }, replyTo: sender.store.email, unsubscribe };
}

const orderEmails: Record<Exclude<MailKind, GeneralKind>, (draft: OrderDraft) => Promise<Result>> = {
  order_confirmation: whileOrderIs(paidStatuses, orderConfirmation),
  owner_new_order: whileOrderIs(paidStatuses, ownerNewOrder, "owner"),
  owner_fraud_warning: whileOrderIs(["paid", "partially_refunded"], ownerFraudWarning, "owner"),
  payment_processing: whileOrderIs(["pending", "processing"], paymentProcessing),
  payment_failed: whileOrderIs(["failed", "canceled"], paymentFailed),
  order_link: whileOrderIs(orderStatuses, orderLink),
  order_refunded: writeRefundEmail,
  order_canceled: async (draft) => {
    const refund = await refundOf(draft);
    const told = refund && { amount: refund.amount, stands: refund.stands };
    return toCustomer(draft, orderCanceled({ ...draft.about, refund: told }));
  },
  order_changed: async (draft) => {
    const change = changeOf(draft.claimed.payload);
    const undo = change.what === "email" ? change.undo : null;
    const undoPage = undo && pageUrl(draft.sender, emailUndoPath(draft.shop, undo));
    const written = toCustomer(draft, orderChanged({ ...draft.about, change, undoPage }));
    // The old address may belong to a stranger, who must not learn a name.
    return change.what === "email" ? { ...written, to: { ...written.to, name: "" } } : written;
  },
  extra_payment_asked: async (draft) => {
    const letter = await writeExtraPaymentEmail(draft);
    if (!letter) return { ...refuse("it can no longer be paid"), drop: { backInLine: null } };
    return toCustomer(draft, letter);
  },
  order_shipped: async (draft) => {
    const { order } = draft.about;
    const shipment = shipmentOf(draft);
    if (!shipment) return refuse("its shipment does not exist");
    if (!paidStatuses.includes(order.status)) return refuse(`its order is already ${order.status}`);
    return toCustomer(draft, orderShipped({ ...draft.about, shipment }));
  },
  return_asked: async (draft) => {
    const written = await writeReturnEmail("return_asked", draft);
    return written.ok ? toOwner(draft, written.letter, draft.about.order.address.customer_email) : written;
  },
  return_approved: writeReturnDecision("return_approved"),
  return_declined: writeReturnDecision("return_declined"),
  return_hold_expired: writeReturnDecision("return_hold_expired"),
  review_request: writeReviewRequest,
};

/** An email that is true in these states of its order alone. */
function whileOrderIs(
  states: readonly OrderStatus[],
  write: (letter: OrderLetter) => Letter,
  to: "customer" | "owner" = "customer",
) {
  return async (draft: OrderDraft): Promise<Result> => {
    const { status, address } = draft.about.order;
    if (!states.includes(status)) return refuse(`its order is already ${status}`);
    const letter = write(draft.about);
    return to === "owner" ? toOwner(draft, letter, address.customer_email) : toCustomer(draft, letter);
  };
}

function writeReturnDecision(kind: ReturnEmailKind) {
  return async (draft: OrderDraft): Promise<Result> => {
    const written = await writeReturnEmail(kind, draft);
    return written.ok ? toCustomer(draft, written.letter) : written;
  };
}

/** True as long as its refund stands; no longer true once a bank returns the money to the shop. */
async function writeRefundEmail(draft: OrderDraft): Promise<Result> {
  const refund = await refundOf(draft);
  if (!refund || refund.orderId !== draft.about.order.id) return refuse("its refund does not exist");
  if (!refund.stands) return refuse(`its refund is already ${refund.status}`);
  const { amount, refundedInAll, quantities } = refund;
  return toCustomer(draft, orderRefunded({ ...draft.about, amount, refundedInAll, quantities }));
}

const payloadOf = ({ claimed }: Draft) => (claimed.payload ?? {}) as Record<string, unknown>;

/** The shipment that an email is about; without an id in the payload, the latest one. */
function shipmentOf(draft: OrderDraft) {
  const { shipmentId } = payloadOf(draft);
  const { shipments } = draft.about.order;
  return (
    shipments.find(({ id }) => id === shipmentId) ?? (shipmentId === undefined ? shipments.at(-1) : undefined)
  );
}

/** The refund that an email is about; null when it names none. */
async function refundOf(draft: Draft) {
  const { refundId } = payloadOf(draft);
  return typeof refundId === "string" ? findEmailRefund(draft.shop.db, refundId) : null;
}

/** True as long as the order is paid, and its customer has not opted out of review requests. */
async function writeReviewRequest(draft: OrderDraft): Promise<Result> {
  const { shop, about } = draft;
  const { id: orderId, status, address } = about.order;
  if (status !== "paid" && status !== "partially_refunded") return refuse(`its order is already ${status}`);
  if (await findReviewOptOut(shop.db, address.customer_email))
    return { ...refuse("its customer opted out of review requests"), drop: { backInLine: null } };
  const names = String(payloadOf(draft).names ?? "");
  const page = pageUrl(about, await openReviewLink(shop, { orderId }));
  const unsubscribe = `${page}/stop`;
  return { ...toCustomer(draft, reviewRequest({ ...about, names, page, unsubscribe })), unsubscribe };
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
