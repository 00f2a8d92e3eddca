// What an order's page can be asked to do: one table of its forms and buttons, each with its use case. What a form sends is
// in the table of their schemas (admin/orders/detail/order-form-kinds.ts).
import { addressOf, offerIn } from "#domain/order/forms/order-forms.ts";
import { sendingOf, unitsOf } from "#domain/order/forms/shipment-forms.ts";
import type { Shop } from "#server/core/shop.ts";
import { addNote } from "#server/orders/add-note.ts";
import { correctAddress } from "#server/orders/changes/correct-address.ts";
import { correctEmail } from "#server/orders/changes/correct-email.ts";
import { swapUnits } from "#server/orders/changes/swap-units.ts";
import { askExtraPayment } from "#server/orders/extra-payments/ask-extra-payment.ts";
import {
  resendExtraPayment,
  withdrawExtraPayment,
} from "#server/orders/extra-payments/change-extra-payment.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { resendConfirmation } from "#server/orders/links/resend-confirmation.ts";
import { resolveAttention } from "#server/orders/resolve-attention.ts";
import { approveReturn, closeReturn, declineReturn } from "#server/orders/returns/decide-return.ts";
import { correctShipment } from "#server/orders/shipments/correct-shipment.ts";
import { fulfillOrder } from "#server/orders/shipments/fulfill-order.ts";
import { resendShipmentEmail } from "#server/orders/shipments/resend-shipment-email.ts";
import { syncOrder } from "#server/payments/refunds/sync-order.ts";
import { done, type Outcome } from "../../../admin/frame/notices.ts";
import type { OrderFormValue } from "../../../admin/orders/detail/order-form-kinds.ts";
import {
  addressOutcome,
  emailOutcome,
  resendOutcome,
  swapOutcome,
} from "../../../admin/orders/outcomes/correction-outcomes.ts";
import {
  askExtraPaymentOutcome,
  resendExtraPaymentOutcome,
  withdrawExtraPaymentOutcome,
} from "../../../admin/orders/outcomes/extra-payment-outcomes.ts";
import {
  correctOutcome,
  type FormOutcome,
  gone,
  resendShipmentOutcome,
  shipmentOutcome,
} from "../../../admin/orders/outcomes/order-outcomes.ts";
import { decideOutcome } from "../../../admin/orders/outcomes/return-outcomes.ts";
import { syncOutcome } from "../../../admin/orders/sync-outcome.ts";
import { type Asked, adminAction, answered, asksPassword, asksPasswordWhen } from "../admin-action.ts";
import { assignIt, cancelIt, receiveIt, refundIt } from "./money-forms.ts";
import { type OrderAsked, onButton, onForm } from "./on-form.ts";

/** An unknown intent counts as 'Sync with Stripe', the harmless one. */
export const orderAction = adminAction("sync", {
  sync: async ({ shop, params }) => answered(await syncOne(shop, params.id)),
  ship: onForm("ship", shipIt),
  correct: onForm("correct", async ({ shop, change, aboutId: shipmentId }, { mail, ...tracking }) =>
    correctOutcome(await correctShipment(shop, { ...change, tracking, mail, shipmentId })),
  ),
  deliver: onButton((asked) => moveOn(asked, "delivered")),
  return: onButton((asked) => moveOn(asked, "returned")),
  refund: asksPassword(onForm("refund", refundIt)),
  assign: onForm("assign", assignIt),
  cancel: asksPassword(onForm("cancel", cancelIt)),
  address: asksPasswordWhen(movesToAnotherState, onForm("address", correctAddressOf)),
  email: asksPassword(
    onForm("email", async ({ shop, change }, { email }) =>
      emailOutcome(await correctEmail(shop, { ...change, email })),
    ),
  ),
  swap: asksPassword(onForm("swap", swapIt)),
  "receive-return": asksPassword(onForm("receive-return", receiveIt)),
  "approve-return": onForm("approve-return", async ({ shop, aboutId: returnId, change }, value) => {
    const asRefund = value.instead === "refund";
    const { answer } = value;
    return decideOutcome("approve", await approveReturn(shop, { ...change, returnId, answer, asRefund }));
  }),
  "decline-return": onForm("decline-return", async ({ shop, aboutId: returnId, change }, { answer }) =>
    decideOutcome("decline", await declineReturn(shop, { ...change, returnId, answer })),
  ),
  "close-return": onButton(async ({ shop, aboutId: returnId, change }) =>
    decideOutcome("close", await closeReturn(shop, { ...change, returnId })),
  ),
  "resend-shipment": onButton(async ({ shop, aboutId: shipmentId, change }) =>
    resendShipmentOutcome(await resendShipmentEmail(shop, { ...change, shipmentId })),
  ),
  "resend-extra-payment": onButton(async ({ shop, aboutId: extraPaymentId, change }) =>
    resendExtraPaymentOutcome(await resendExtraPayment(shop, { ...change, extraPaymentId })),
  ),
  "withdraw-extra-payment": onButton(async ({ shop, aboutId: extraPaymentId, change }) =>
    withdrawExtraPaymentOutcome(await withdrawExtraPayment(shop, { ...change, extraPaymentId })),
  ),
  resend: onButton(async ({ shop, change }) => resendOutcome(await resendConfirmation(shop, change))),
  note: onForm("note", async ({ shop, change }, { note }) => {
    const added = await addNote(shop, { ...change, note });
    return added.ok ? done("Note added") : gone;
  }),
  resolve: onButton(async ({ shop, aboutId: reason, change }) => {
    const resolved = await resolveAttention(shop, { ...change, reason });
    return done(resolved.ok ? "Marked as resolved" : "It was marked as resolved already");
  }),
});

/** An address in another state is where goods would be redirected to; a typo is rarely one. */
async function movesToAnotherState({ shop, params, text }: Asked): Promise<boolean> {
  const order = await findOrderDetail(shop, { id: params.id ?? "" });
  return order !== null && order.address.state !== text("state");
}

/** Asks the provider about one order. */
export async function syncOne(shop: Shop, orderId: unknown): Promise<Outcome> {
  return syncOutcome(await syncOrder(shop, { orderId: String(orderId) }));
}

async function shipIt(
  { shop, order, change }: OrderAsked,
  value: OrderFormValue<"ship">,
): Promise<FormOutcome> {
  const { seen } = change;
  const how = { ...sendingOf(value), units: unitsOf(value, order.items), withdraws: value.withdraw };
  const step = { to: "shipped", seen, ...how } as const;
  return shipmentOutcome("shipped", await fulfillOrder(shop, { ...change, step }));
}

async function moveOn({ shop, change }: OrderAsked, to: "delivered" | "returned"): Promise<Outcome> {
  return shipmentOutcome(to, await fulfillOrder(shop, { ...change, step: { to } }));
}

async function correctAddressOf(
  { shop, change }: OrderAsked,
  value: OrderFormValue<"address">,
): Promise<FormOutcome> {
  const address = addressOf(value);
  if (!address.ok) throw new Error("the schema of an address lets others pass");
  return addressOutcome(await correctAddress(shop, { ...change, address: address.value }));
}

async function swapIt({ shop, change }: OrderAsked, value: OrderFormValue<"swap">): Promise<FormOutcome> {
  const { itemId, quantity, free: isFree, ask } = value;
  const to = offerIn(value);
  if (!to) throw new Error("the schema of a swap lets others pass");
  if (ask === "") return swapOutcome(await swapUnits(shop, { ...change, itemId, quantity, to, isFree }));
  const swap = { ...change, itemId, quantity, to, amountSeen: Number(ask) };
  return askExtraPaymentOutcome(await askExtraPayment(shop, swap));
}
