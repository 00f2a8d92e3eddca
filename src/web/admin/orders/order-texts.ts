import { type Cents, formatMoney } from "#domain/money/money.ts";
import type { FulfillmentStatus, OrderStatus } from "#domain/order/order.ts";
import type { RefundState } from "#domain/order/order-detail.ts";
import type { MailKind } from "#server/mail/queue-mail.ts";
import type { SettleSource } from "#server/payments/settle-payment.ts";

export const statusLabels: Record<OrderStatus, string> = {
  pending: "Pending",
  processing: "Processing",
  paid: "Paid",
  failed: "Failed",
  canceled: "Canceled",
  partially_refunded: "Partially refunded",
  refunded: "Refunded",
  disputed: "Disputed",
};

export const fulfillmentLabels: Record<FulfillmentStatus, string> = {
  unfulfilled: "Not shipped",
  shipped: "Shipped",
  delivered: "Delivered",
  returned: "Returned",
  canceled: "Canceled",
};

export const refundLabels: Record<RefundState, string> = {
  pending: "Refund on its way",
  requires_action: "Refund needs the customer",
  succeeded: "Refunded",
  failed: "Refund failed",
  canceled: "Refund canceled",
};

/** What happened to a payment, for the timeline. */
export const paymentSteps: Record<OrderStatus, string> = {
  ...statusLabels,
  pending: "Payment started",
  processing: "Payment processing",
  paid: "Paid",
  failed: "Payment failed",
};

const mailNames: Record<string, string> = {
  order_confirmation: "Order confirmation",
  owner_new_order: "New order notice to you",
  payment_processing: "Payment processing",
  payment_failed: "Payment failed",
  order_link: "Link to the order page",
  order_shipped: "Shipping confirmation",
  order_refunded: "Refund confirmation",
  order_canceled: "Cancellation",
  order_changed: "Order changed",
  extra_payment_asked: "Extra payment requested",
  return_asked: "Return request notice to you",
  return_approved: "Return approved",
  return_hold_expired: "Exchange no longer reserved",
  return_declined: "Return declined",
  review_request: "Review request",
  contact_message: "Message from the contact form to you",
  message_reply: "Your reply to a message",
  messages_held: "Note about many messages",
  owner_card_testing: "Card testing warning to you",
  owner_fraud_warning: "Early fraud warning to you",
  test_mail: "Test email",
  checkout_reminder: "Unfinished checkout reminder",
  restock_asked: "Restock request to confirm",
  restock: "Back in stock",
} satisfies Record<MailKind, string>;

/** The name of an email in the outbox. */
export function mailName(kind: string): string {
  return mailNames[kind] ?? kind.replaceAll("_", " ");
}

const attentionTexts: Record<string, string> = {
  out_of_stock:
    "The payment arrived when at least one item was no longer in stock. Refund the order, or set its items aside when new stock arrives, count only the rest, and ship it.",
  amount_mismatch:
    "The amount received is not the order's total. Compare the payment with the order before you ship.",
  fraud_warning:
    "Early fraud warning: the card's bank suspects fraud. Don't ship. Refund the order before it becomes a dispute.",
  disputed: "The customer's bank disputes the payment. Answer it in your Stripe dashboard before it is due.",
  dispute_lost:
    "The dispute was lost, and the bank refunded the customer. Ask for the items back if you shipped them.",
  refund_failed: "A refund did not go through. Check the timeline, then refund it again or another way.",
  refund_unclear: "We don't know whether a refund was made. Check it in Stripe before you try again.",
  units_gone:
    "A refund failed after its items had been restocked and sold again. Refund them again. Or, when new stock arrives, set these items aside, count only the rest, and ship them.",
  refund_lines: "A refund was made in Stripe. Select the refunded items below so that they aren't packed.",
  refund_doubled: "Stripe has two refunds where you made one. Compare them with the timeline.",
};

/** What an attention flag of an order asks the owner to do. */
export function attentionText(flag: string): string {
  return attentionTexts[flag] ?? `Needs your attention: ${flag.replaceAll("_", " ")}.`;
}

const sourceTexts: Record<string, string> = {
  webhook: "Reported by Stripe",
  browser: "At checkout",
  checkout: "At checkout",
  reconciler: "Found by the regular check with Stripe",
  sweep: "When the checkout expired",
  admin: "From the back office",
  provider: "Made at Stripe",
  procedure: "Entered in the database",
} satisfies Record<SettleSource | "provider" | "procedure", string>;

/** Where a change of an order's status came from. */
export function sourceText(source: string): string {
  return sourceTexts[source] ?? `Source: ${source.replaceAll("_", " ")}`;
}

/** 1 → "1 order", 3 → "3 orders" */
export function ordersText(count: number): string {
  return count === 1 ? "1 order" : `${count} orders`;
}

/** Why nothing shipped while that was not said. */
export function waitsText(amount: Cents): string {
  return `This order is waiting for ${formatMoney(amount)} from the customer. Wait for the payment, or tick the box to ship the old item.`;
}
