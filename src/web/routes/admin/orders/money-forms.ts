// The forms of an order's page that move money: a refund, what one was for that was made at the provider, a cancellation,
// and a return that came back.
import { isForgotten } from "#domain/customer/forget.ts";
import { chosenParts, refundOf as refundIn, sumChosen, totalOf } from "#domain/order/forms/refund-form.ts";
import { refundable, unpaidStatuses } from "#domain/order/order-detail.ts";
import { receiptIn } from "#domain/returns/return-forms.ts";
import { receivedSoFar } from "#domain/returns/return-receipt.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { assignRefund } from "#server/orders/changes/assign-refund.ts";
import { cancelOrder } from "#server/orders/changes/cancel-order.ts";
import { cancelPaidOrder } from "#server/orders/changes/cancel-paid-order.ts";
import { refundOrder } from "#server/orders/changes/refund-order.ts";
import { receiveReturn } from "#server/orders/returns/receive-return.ts";
import { refused } from "../../../admin/frame/notices.ts";
import type { OrderFormValue } from "../../../admin/orders/detail/order-form-kinds.ts";
import {
  assignOutcome,
  cancelOutcome,
  cancelPaidOutcome,
  type FormOutcome,
  gone,
  refundOutcome,
} from "../../../admin/orders/outcomes/order-outcomes.ts";
import { receiveOutcome } from "../../../admin/orders/outcomes/return-outcomes.ts";
import type { OrderAsked } from "./on-form.ts";

/** The owner may leave the reason out. */
const NO_REASON = "No reason given";

export async function refundIt(
  { shop, text, order, change }: OrderAsked,
  { reason, ...value }: OrderFormValue<"refund">,
): Promise<FormOutcome> {
  const sum = sumChosen(chosenParts(order.refundable, value), refundable(order));
  const refundId = text("refundId");
  return refundOutcome(
    await refundOrder(shop, {
      ...{ ...change, ...refundIn(value), reason: reason || NO_REASON },
      amount: totalOf(value.amount, sum),
      ...(isUuid(refundId) ? { refundId } : {}),
    }),
    { isErased: isForgotten(order.address) },
  );
}

export async function assignIt(
  { shop, aboutId: refundId, change }: OrderAsked,
  { none, ...value }: OrderFormValue<"assign">,
): Promise<FormOutcome> {
  const chosen = refundIn(none === "" ? value : { units: {}, shipping: 0 });
  return assignOutcome(await assignRefund(shop, { ...change, refundId, ...chosen }));
}

export async function cancelIt(
  { shop, order, change }: OrderAsked,
  { reason }: OrderFormValue<"cancel">,
): Promise<FormOutcome> {
  if (unpaidStatuses.includes(order.status)) return cancelOutcome(await cancelOrder(shop, change));
  const canceled = await cancelPaidOrder(shop, { ...change, reason: reason || NO_REASON });
  return cancelPaidOutcome(canceled, { isErased: isForgotten(order.address) });
}

export async function receiveIt(
  { shop, text, order, aboutId: returnId, change }: OrderAsked,
  value: OrderFormValue<"receive-return">,
): Promise<FormOutcome> {
  const request = order.returns.find(({ id }) => id === returnId);
  if (!request) return gone;
  const { came, restock, exchanged, shipping, sum } = receiptIn(
    request,
    { ...order, rest: refundable(order) },
    value,
  );
  const isRefunding = value.refund !== "later";
  const amount = totalOf(value.amount, sum);
  if (amount === 0 && isRefunding) {
    const errors = { amount: 'To refund nothing for now, press "Received, refund later"' };
    return { ...refused(422, "Validation failed", errors.amount), errors };
  }
  return receiveOutcome(
    await receiveReturn(shop, {
      ...{ ...change, returnId, came, seen: receivedSoFar(request.lines) },
      refund: isRefunding ? { refundId: text("refundId"), amount, shipping, restock } : null,
      exchange: { itemIds: exchanged, restock },
    }),
  );
}
