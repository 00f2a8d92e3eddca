// The forms of a return, on its order's page.
import { parseDollars } from "#domain/money/money-input.ts";
import { SHIPPING_FIELD, TYPED_FIELD, totalAsked } from "#domain/order/refund-form.ts";
import {
  cameField,
  parseCame,
  settleField,
  settlementOf,
  shelfField,
} from "#domain/returns/return-receipt.ts";
import { approveReturn, closeReturn, declineReturn } from "#server/orders/returns/decide-return.ts";
import { receiveReturn } from "#server/orders/returns/receive-return.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { refused } from "../../../admin/frame/notices.ts";
import { gone } from "../../../admin/orders/detail/order-answer.ts";
import { decideOutcome, receiveOutcome } from "../../../admin/orders/returns/return-answer.ts";
import type { Answered, OrderAsked } from "./order-asked.ts";

/** The customer's request and what is written to them. */
function answerIn(form: FormData) {
  return { returnId: textOf(form, "returnId"), answer: textOf(form, "answer") };
}

export async function approveIt({ shop, form, actor, orderId }: OrderAsked): Promise<Answered> {
  const values = answerIn(form);
  const asRefund = textOf(form, "instead") === "refund";
  const result = await approveReturn(shop, { orderId, actor, ...values, asRefund });
  return { ...decideOutcome("approve", result), ...(result.ok ? {} : { values }) };
}

export async function declineIt({ shop, form, actor, orderId }: OrderAsked): Promise<Answered> {
  const values = answerIn(form);
  const result = await declineReturn(shop, { orderId, actor, ...values });
  return { ...decideOutcome("decline", result), ...(result.ok ? {} : { values }) };
}

export async function closeIt({ shop, form, actor, orderId }: OrderAsked): Promise<Answered> {
  const returnId = textOf(form, "returnId");
  return decideOutcome("close", await closeReturn(shop, { orderId, actor, returnId }));
}

export async function receiveIt({ shop, form, actor, order, orderId }: OrderAsked): Promise<Answered> {
  const returnId = textOf(form, "returnId");
  const request = order.returns.find(({ id }) => id === returnId);
  if (!request) return gone;
  const { lines } = request;
  const names = lines.flatMap(({ itemId }) => [cameField(itemId), shelfField(itemId), settleField(itemId)]);
  const fields = [...names, "amount", TYPED_FIELD, SHIPPING_FIELD, "seen"];
  const values = { returnId, ...Object.fromEntries(fields.map((field) => [field, textOf(form, field)])) };
  const typed: Readonly<Record<string, string>> = values;
  const parsed = parseCame(typed, lines);
  const errors: Record<string, string> = parsed.ok ? {} : parsed.errors;
  const cents = parseDollars(typed.amount?.trim() || "0");
  const shipping = parseDollars(typed[SHIPPING_FIELD]?.trim() || "0");
  const isRefunding = textOf(form, "refund") !== "later";
  const amount = cents === null ? null : totalAsked(cents, typed[TYPED_FIELD]);
  if (amount === null) errors.amount = "Please enter an amount such as 12.50";
  if (amount === 0 && isRefunding)
    errors.amount = 'To refund nothing for now, press "Received, refund later"';
  if (shipping === null) errors[SHIPPING_FIELD] = "Please enter an amount such as 5.99";
  if (!parsed.ok || amount === null || shipping === null || Object.keys(errors).length > 0)
    return { ...refused(422, "Validation failed"), errors, values };
  const restock = lines.map(({ itemId }) => itemId).filter((id) => typed[shelfField(id)]);
  const refund = { refundId: textOf(form, "refundId"), amount, shipping, restock };
  const itemIds = lines
    .filter((line) => settlementOf(line, typed[settleField(line.itemId)]) === "exchange")
    .map(({ itemId }) => itemId);
  const result = await receiveReturn(shop, {
    ...{ orderId, returnId, actor, came: parsed.came, seen: Number(typed.seen) },
    refund: isRefunding ? refund : null,
    exchange: { itemIds, restock },
  });
  return { ...receiveOutcome(result), ...(result.ok ? {} : { values }) };
}
