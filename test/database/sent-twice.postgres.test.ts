// The same request twice at the same moment: a double click, a resubmitted form, an event that arrives twice while a
// page polls. It counts once. The rooms' own tests prove the same for later repeats.
import { expect, test } from "vitest";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { answerMessage } from "#server/inbox/messages/answer-message.ts";
import { listMessages } from "#server/inbox/messages/list-messages.ts";
import { sendContactMessage } from "#server/inbox/messages/send-contact-message.ts";
import { findReviewPage } from "#server/inbox/reviews/find-review-page.ts";
import { writeReview } from "#server/inbox/reviews/write-review.ts";
import { sendDueMails } from "#server/mail/send-due-mails.ts";
import { cancelOrder } from "#server/orders/changes/cancel-order.ts";
import { refundOrder } from "#server/orders/changes/refund-order.ts";
import { lookAtExtraPayment } from "#server/orders/extra-payments/pay-extra-payment.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { writeAboutOrder } from "#server/orders/links/write-about-order.ts";
import { askForReturn } from "#server/orders/returns/ask-for-return.ts";
import { approveReturn } from "#server/orders/returns/decide-return.ts";
import { receiveReturn } from "#server/orders/returns/receive-return.ts";
import { releaseExpiredHolds } from "#server/orders/returns/release-expired-holds.ts";
import { fulfillOrder } from "#server/orders/shipments/fulfill-order.ts";
import { resendShipmentEmail } from "#server/orders/shipments/resend-shipment-email.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { reconcileOpenCheckouts } from "#server/reconciliation/reconcile-payments.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { askForMore, paymentOfExtraPayment } from "#test/sales/extra-payments.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { refundOf } from "#test/sales/refunds.ts";
import { askedReturn, deliverOrder, linkOf, returnForm, returnsOf } from "#test/sales/returns.ts";
import { sellAndAsk } from "#test/sales/reviews.ts";
import { GOOD_CARD, sell, sellFailed } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { stockOf } from "#test/shop/products.ts";

const store = freshShop({}, closeWithBooks);

const twice = <T>(make: () => Promise<T>): Promise<[T, T]> => Promise.all([make(), make()]);
const newOnes = (outcomes: object[]) => outcomes.filter((outcome) => "isNew" in outcome && outcome.isNew);
const ip = "192.0.2.1";

/** An approved exchange of one polo (M) for the last L. */
async function approvedExchange() {
  const order = await deliverOrder(store);
  const form = returnForm({ [order.polos]: 1 }, { [`wanted-${order.polos}`]: "for L" });
  const { id: returnId } = await askedReturn(store, order, form);
  const answer = "Send it to 1 Links Road";
  expect(await approveReturn(store.shop, { orderId: order.orderId, returnId, actor, answer })).toEqual({
    ok: true,
  });
  return { ...order, returnId };
}

test("a refund is made once", async () => {
  const { orderId, paymentIntentId } = await sell(store);
  const once = { ...refundOf(orderId, 1000), refundId: store.shop.newId() };
  expect(await twice(() => refundOrder(store.shop, once))).toMatchObject([
    { amount: 1000 },
    { amount: 1000 },
  ]);
  expect(store.sandbox.controls.refunds(paymentIntentId)).toHaveLength(1);
});

test("an order whose payment failed is canceled with one entry in the log", async () => {
  const { orderId } = await sellFailed(store);
  const canceled = { ok: true, status: "canceled" };
  expect(await twice(() => cancelOrder(store.shop, { orderId, actor }))).toEqual([canceled, canceled]);
  expect(await store.shop.db.selectFrom("admin_audit").select("action").execute()).toHaveLength(1);
});

test("[OD-2] the email of a shipment goes out once", async () => {
  const { orderId } = await sell(store);
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z 999" } as const;
  await fulfillOrder(store.shop, { orderId, actor, step });
  await sendDueMails(store.shop);
  store.mailbox.length = 0;
  const shipmentId = (await findOrderDetail(store.shop, { id: orderId }))?.shipments[0]?.id ?? "";
  const asked = await twice(() => resendShipmentEmail(store.shop, { orderId, shipmentId, actor }));
  expect(asked).toMatchObject([{ ok: true }, { ok: true }]);
  await sendDueMails(store.shop);
  expect(store.mailbox).toHaveLength(1);
});

test("[RF-5] an extra payment swaps its units once, even if two processes receive it at the same moment", async () => {
  const { id, orderId, jacket } = await askForMore(store);
  const intentId = await paymentOfExtraPayment(store, id);
  store.sandbox.controls.pay(intentId, GOOD_CARD);
  const settle = () => settlePayment(store.shop, { intentId, source: "webhook" });
  const look = () => lookAtExtraPayment(store.shop, { token: linkOf(store, orderId) });
  const heard = await Promise.all([look(), settle(), settle(), reconcileOpenCheckouts(store.shop)]);
  expect(heard[0]).toEqual({ state: "done" });
  expect(await stockOf(store.shop, jacket)).toEqual([{ variation: "L", on_hand: 2, held: 0 }]);
  const order = await findOrderDetail(store.shop, { id: orderId });
  expect(order?.corrections).toMatchObject([{ kind: "swap", difference: 1200 }]);
});

test("[RF-7] a return is requested once", async () => {
  const order = await deliverOrder(store);
  const form = {
    token: order.token,
    returnId: store.shop.newId(),
    typed: returnForm({ [order.polos]: 3 }),
    ip,
  };
  expect(newOnes(await twice(() => askForReturn(store.shop, form)))).toHaveLength(1);
  expect(await returnsOf(store, order)).toHaveLength(1);
});

test("[RF-7] a returned unit is refunded once", async () => {
  const order = await deliverOrder(store);
  const { orderId, caps } = order;
  const { id: returnId } = await askedReturn(store, order, returnForm({ [caps]: 1 }));
  await approveReturn(store.shop, { orderId, returnId, actor, answer: "Send it to 1 Links Road" });
  const refund = { refundId: store.shop.newId(), amount: "parts", shipping: 0, restock: [] } as const;
  const form = { orderId, returnId, actor, came: { [caps]: 1 }, seen: 0, refund };
  const received = { ok: true, refund: { amount: 3200 } };
  expect(await twice(() => receiveReturn(store.shop, form))).toMatchObject([received, received]);
  expect((await findOrderDetail(store.shop, { id: orderId }))?.refunded).toBe(3200);
});

test("[RF-7] a returned unit is exchanged once", async () => {
  const { orderId, returnId, polos } = await approvedExchange();
  const exchange = { itemIds: [polos], restock: [polos] };
  const form = { orderId, returnId, actor, came: { [polos]: 1 }, seen: 0, refund: null, exchange };
  const both = await twice(() => receiveReturn(store.shop, form));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: "not_open" });
  expect((await findOrderDetail(store.shop, { id: orderId }))?.items).toHaveLength(3);
});

test("[RF-7] two workers release the hold of an exchange once", async () => {
  const { polo } = await approvedExchange();
  store.clock.advance(60 * 24 * 60 * 60_000);
  const rounds = await twice(() => releaseExpiredHolds(store.shop));
  expect(rounds.reduce((sum, { released }) => sum + released, 0)).toBe(1);
  expect(await stockOf(store.shop, polo)).toMatchObject([{}, { variation: "L", on_hand: 1, held: 0 }, {}]);
});

test("a message about an order is filed once", async () => {
  const { orderId } = await sell(store);
  const message = { token: linkOf(store, orderId), message: "The seam is open", ip };
  expect(newOnes(await twice(() => writeAboutOrder(store.shop, message)))).toHaveLength(1);
});

test("[PE-1] an answer to a message is stored once", async () => {
  const message = { name: pat.name, email: pat.email, subject: "Sizes", message: "Which size?" };
  await sendContactMessage(store.shop, { ...message, honeypot: "", ip });
  const { messages } = await listMessages(store.shop, { show: "all", query: "", after: null });
  const reply = {
    id: messages[0]?.id ?? "",
    replyId: store.shop.newId(),
    body: "Take M.",
    seen: null,
    actor,
  };
  expect(newOnes(await twice(() => answerMessage(store.shop, reply)))).toHaveLength(1);
});

test("[CH-7] a review is stored once", async () => {
  const { token, itemId } = await sellAndAsk(store);
  const sent = { itemId, version: "0", stars: "5", fit: "true", text: "Stays on in wind.", name: "Pat E." };
  const saved = { ok: true, is: "saved" };
  expect(await twice(() => writeReview(store.shop, { token, sent, ip }))).toEqual([saved, saved]);
  const page = await findReviewPage(store.shop, { token });
  expect(page?.lines[0]?.review).toMatchObject({ version: 1, stars: 5 });
});

test("[DB-4] the settings of a new shop are stored once", async () => {
  await store.shop.db.deleteFrom("store_settings").execute();
  const loaded = await twice(() => loadSettings(store.shop));
  expect(loaded).toEqual([defaultStoreSettings, defaultStoreSettings]);
  expect(await store.shop.db.selectFrom("store_settings").select("id").execute()).toEqual([{ id: 1 }]);
});
