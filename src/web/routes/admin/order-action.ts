// Takes the forms of an order's page to their use cases. A form says what it saw of the order; when the order
// has changed since, whatever moves money or goods waits until its owner has looked again.
import { changeSince, NOTE_LENGTH_MAX, parseShipment } from "#domain/fulfillment.ts";
import { parseDollars } from "#domain/money-input.ts";
import { type OrderDetail, refundable, unpaidStatuses } from "#domain/order-detail.ts";
import { parseRestock, restockField } from "#domain/restock.ts";
import { isUuid } from "#domain/uuid.ts";
import { syncOrder } from "#server/checkout/sync-order.ts";
import { addNote } from "#server/orders/add-note.ts";
import { cancelOrder } from "#server/orders/cancel-order.ts";
import { correctShipment } from "#server/orders/correct-shipment.ts";
import { fulfillOrder } from "#server/orders/fulfill-order.ts";
import { findOrderDetail } from "#server/orders/load-order-detail.ts";
import { REFUND_REASON_LENGTH_MAX, refundOrder } from "#server/orders/refund-order.ts";
import { resolveAttention } from "#server/orders/resolve-attention.ts";
import type { Shop } from "#server/shop.ts";
import {
  cancelOutcome,
  cancelPaidOutcome,
  changedOutcome,
  correctOutcome,
  type OrderAnswer,
  type OrderIntent,
  orderIntents,
  parcelOutcome,
  refundOutcome,
} from "../../admin/order-answer.ts";
import { syncAnswer } from "../../admin/sync-outcome.ts";

type Asked = { orderId: string; actor: string; form: FormData };
type Answered = { answer: Omit<OrderAnswer, "intent">; status: number };
type Handler = (shop: Shop, asked: Asked & { order: OrderDetail }) => Promise<Answered>;

const handlers: Record<Exclude<OrderIntent, "sync">, Handler> = {
  ship: shipIt,
  correct: correctIt,
  deliver: (shop, { orderId, actor }) => moveOn(shop, { orderId, actor, to: "delivered" }),
  return: (shop, { orderId, actor }) => moveOn(shop, { orderId, actor, to: "returned" }),
  refund: refundIt,
  cancel: cancelIt,
  note: noteIt,
  resolve: resolveIt,
};

/** An unknown intent counts as 'Sync with Stripe', the one that changes nothing by itself. */
export async function changeOrder(
  shop: Shop,
  asked: Asked,
): Promise<{ answer: OrderAnswer; status: number }> {
  const intent = orderIntents.find((known) => known === asked.form.get("intent")) ?? "sync";
  if (intent === "sync") return { ...(await sync(shop, asked.orderId)) };
  const order = await findOrderDetail(shop, { id: asked.orderId });
  if (!order) {
    return { answer: { intent, notice: { tone: "error", title: "No order found" } }, status: 404 };
  }
  const { answer, status } = await handlers[intent](shop, { ...asked, orderId: order.id, order });
  return { answer: { ...answer, intent }, status };
}

async function sync(shop: Shop, orderId: string): Promise<{ answer: OrderAnswer; status: number }> {
  const result = isUuid(orderId)
    ? await syncOrder(shop, { orderId })
    : ({ ok: false, reason: "not_found" } as const);
  const { answer, status } = syncAnswer(orderId, result);
  return { answer: { intent: "sync", notice: answer.notice }, status };
}

/** The answer to a form that was opened before the order changed, or null. */
function refuseOld({ form, order }: { form: FormData; order: OrderDetail }, values: Record<string, string>) {
  const change = changeSince(text(form, "stamp"), order);
  if (change === null) return null;
  const { notice, status } = changedOutcome(change);
  return { answer: { notice, values }, status };
}

const incomplete = { tone: "error", title: "Validation failed" } as const;

async function shipIt(
  shop: Shop,
  { form, order, orderId, actor }: Asked & { order: OrderDetail },
): Promise<Answered> {
  const values = { carrier: text(form, "carrier"), trackingNumber: text(form, "trackingNumber") };
  const shipment = parseShipment(values);
  if (!shipment.ok) return { answer: { notice: incomplete, errors: shipment.errors, values }, status: 422 };
  const old = refuseOld({ form, order }, values);
  if (old) return old;
  const result = await fulfillOrder(shop, { orderId, actor, step: { to: "shipped", ...shipment.value } });
  const { notice, status } = parcelOutcome("shipped", result);
  return { answer: result.ok ? { notice } : { notice, values }, status };
}

async function correctIt(shop: Shop, { form, orderId, actor }: Asked): Promise<Answered> {
  const values = {
    carrier: text(form, "carrier"),
    trackingNumber: text(form, "trackingNumber"),
    mail: text(form, "mail"),
  };
  const shipment = parseShipment(values);
  if (!shipment.ok) return { answer: { notice: incomplete, errors: shipment.errors, values }, status: 422 };
  const mail = values.mail !== "";
  const result = await correctShipment(shop, { orderId, actor, shipment: shipment.value, mail });
  const { notice, status } = correctOutcome(result);
  return { answer: result.ok ? { notice } : { notice, values }, status };
}

async function moveOn(
  shop: Shop,
  { orderId, actor, to }: { orderId: string; actor: string; to: "delivered" | "returned" },
): Promise<Answered> {
  const { notice, status } = parcelOutcome(to, await fulfillOrder(shop, { orderId, actor, step: { to } }));
  return { answer: { notice }, status };
}

async function refundIt(
  shop: Shop,
  { form, order, orderId, actor }: Asked & { order: OrderDetail },
): Promise<Answered> {
  const amount = text(form, "amount");
  const reason = text(form, "reason").trim();
  const came = Object.fromEntries(
    order.restockable.map((line) => [restockField(line), text(form, restockField(line))]),
  );
  const values = { amount, reason, ...came };
  const cents = parseDollars(amount);
  const restock = parseRestock(came, order.restockable);
  const errors: Record<string, string> = restock.ok ? {} : restock.errors;
  if (cents === null || cents <= 0) errors.amount = "Please enter an amount such as 12.50";
  if (reason === "") errors.reason = "Please say why";
  if (reason.length > REFUND_REASON_LENGTH_MAX)
    errors.reason = `A reason has at most ${REFUND_REASON_LENGTH_MAX} characters`;
  if (cents === null || !restock.ok || Object.keys(errors).length > 0)
    return { answer: { notice: incomplete, errors, values }, status: 422 };
  const old = refuseOld({ form, order }, values);
  if (old) return old;
  if (form.get("confirmed") === null) return unconfirmed(values);
  const refundId = form.get("refundId");
  const result = await refundOrder(shop, {
    ...{ orderId, actor, reason, restock: restock.pieces },
    amount: cents === refundable(order) ? "rest" : cents,
    ...(isUuid(refundId) ? { refundId } : {}),
  });
  const { notice, status } = refundOutcome(result);
  return { answer: result.ok ? { notice } : { notice, values }, status };
}

async function cancelIt(
  shop: Shop,
  { form, order, orderId, actor }: Asked & { order: OrderDetail },
): Promise<Answered> {
  const values = { reason: text(form, "reason").trim() };
  const old = refuseOld({ form, order }, values);
  if (old) return old;
  if (form.get("confirmed") === null) return unconfirmed(values);
  if (!unpaidStatuses.includes(order.status)) return cancelPaid(shop, { form, orderId, actor, values });
  const { notice, status } = cancelOutcome(await cancelOrder(shop, { orderId, actor }));
  return { answer: { notice }, status };
}

/** What is left of the money goes back and every line goes on the shelf; the order is then refunded. */
async function cancelPaid(
  shop: Shop,
  { form, orderId, actor, values }: Asked & { values: { reason: string } },
): Promise<Answered> {
  const refundId = form.get("refundId");
  const result = await refundOrder(shop, {
    ...{ orderId, actor, amount: "rest", restock: true, onlyUnshipped: true },
    reason: values.reason || "Order canceled",
    ...(isUuid(refundId) ? { refundId } : {}),
  });
  const { notice, status } = cancelPaidOutcome(result);
  return { answer: result.ok ? { notice } : { notice, values }, status };
}

function unconfirmed(values: Record<string, string>): Answered {
  const description = "Please confirm it by ticking the box above the button.";
  return { answer: { notice: { tone: "error", title: "Not confirmed", description }, values }, status: 422 };
}

async function noteIt(shop: Shop, { form, orderId, actor }: Asked): Promise<Answered> {
  const note = text(form, "note");
  const result = await addNote(shop, { orderId, note, actor });
  if (result.ok) return { answer: { notice: { tone: "success", title: "Note added" } }, status: 200 };
  const errors = { note: `A note has between 1 and ${NOTE_LENGTH_MAX} characters` };
  return { answer: { notice: incomplete, errors, values: { note } }, status: 422 };
}

async function resolveIt(shop: Shop, { form, orderId, actor }: Asked): Promise<Answered> {
  const resolved = await resolveAttention(shop, { orderId, reason: text(form, "reason"), actor });
  const title = resolved.ok ? "Marked as resolved" : "It was marked as resolved already";
  return { answer: { notice: { tone: "success", title } }, status: 200 };
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
