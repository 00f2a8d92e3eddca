// The use cases that the schedules call, by name, so that a mutant can replace one of them.
import { expireHolds } from "#server/checkout/expire-holds.ts";
import { extendHold } from "#server/checkout/extend-hold.ts";
import { hostCheckout, startHostedCheckout } from "#server/checkout/host-checkout.ts";
import { runDueOperations } from "#server/checkout/run-operations.ts";
import { startCheckout } from "#server/checkout/start-checkout.ts";
import { sendDueMails } from "#server/mail/send-due-mails.ts";
import { cancelOrder } from "#server/orders/cancel-order.ts";
import { verifyCheckout } from "#server/orders/verify-checkout.ts";
import { handleDueEvents, receiveEvent } from "#server/provider-events/receive-event.ts";
import { reconcileOpenCheckouts, reconcilePayments } from "#server/reconciliation/reconcile-payments.ts";
import { reconcileRefunds } from "#server/refunds/refund-facts.ts";
import { refundOrder } from "#server/refunds/refund-order.ts";
import { syncOrder } from "#server/refunds/sync-order.ts";

export const useCases = {
  startCheckout,
  hostCheckout,
  startHostedCheckout,
  verifyCheckout,
  extendHold,
  receiveEvent,
  handleDueEvents,
  sendDueMails,
  expireHolds,
  reconcileOpenCheckouts,
  reconcilePayments,
  reconcileRefunds,
  runDueOperations,
  syncOrder,
  refundOrder,
  cancelOrder,
};

export type UseCases = typeof useCases;
