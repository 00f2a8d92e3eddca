// Everything that can happen to an order, a customer, and a product, as steps one after the other. Every person of a
// story has separate products, a separate address, and a separate email, so their actions concern nobody else.
import { emptyDiscount } from "#domain/discount/discount-form.ts";
import { createDiscount, switchDiscount } from "#server/checkout/discounts/save-discount.ts";
import { extendHold } from "#server/checkout/extend-hold.ts";
import { startHostedCheckout } from "#server/checkout/host-checkout.ts";
import { startCheckout } from "#server/checkout/start-checkout.ts";
import { nowOf } from "#server/core/shop.ts";
import { forgetCustomer } from "#server/customers/forget-customer.ts";
import { inTransaction, type Tx } from "#server/db/transaction.ts";
import { answerMessage, markAnswered, markSpam } from "#server/inbox/messages/answer-message.ts";
import { sendContactMessage } from "#server/inbox/messages/send-contact-message.ts";
import { confirmRestock, endRestock } from "#server/inbox/restock/answer-request.ts";
import { askForRestock } from "#server/inbox/restock/ask-for-restock.ts";
import { notifyRestocked } from "#server/inbox/restock/notify-restocked.ts";
import { decideReview } from "#server/inbox/reviews/decide-review.ts";
import { findReviewPage } from "#server/inbox/reviews/find-review-page.ts";
import { removeReview, stopAsking, writeReview } from "#server/inbox/reviews/write-review.ts";
import { reviewAccessToken } from "#server/mail/links/order-token.ts";
import { sendDueMails } from "#server/mail/send-due-mails.ts";
import { clearRehearsal } from "#server/operations/rehearsals/queries.ts";
import { addNote } from "#server/orders/add-note.ts";
import { assignRefund } from "#server/orders/changes/assign-refund.ts";
import { cancelOrder } from "#server/orders/changes/cancel-order.ts";
import { cancelPaidOrder } from "#server/orders/changes/cancel-paid-order.ts";
import { correctAddress } from "#server/orders/changes/correct-address.ts";
import { correctEmail } from "#server/orders/changes/correct-email.ts";
import { refundOrder } from "#server/orders/changes/refund-order.ts";
import { swapUnits } from "#server/orders/changes/swap-units.ts";
import { askExtraPayment } from "#server/orders/extra-payments/ask-extra-payment.ts";
import {
  resendExtraPayment,
  withdrawExtraPayment,
} from "#server/orders/extra-payments/change-extra-payment.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { resendConfirmation } from "#server/orders/links/resend-confirmation.ts";
import { writeAboutOrder } from "#server/orders/links/write-about-order.ts";
import { takeReturnBack } from "#server/orders/returns/ask-for-return.ts";
import { approveReturn, closeReturn, declineReturn } from "#server/orders/returns/decide-return.ts";
import { receiveReturn } from "#server/orders/returns/receive-return.ts";
import { correctShipment } from "#server/orders/shipments/correct-shipment.ts";
import { fulfillOrder } from "#server/orders/shipments/fulfill-order.ts";
import { resendShipmentEmail } from "#server/orders/shipments/resend-shipment-email.ts";
import { applyPaymentFacts } from "#server/payments/refunds/refund-facts.ts";
import { syncOrder } from "#server/payments/refunds/sync-order.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { deleteProduct } from "#server/products/delete-product.ts";
import { setStock } from "#server/products/inventory/set-stock.ts";
import { paymentOfExtraPayment } from "#test/sales/extra-payments.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { askedReturn, linkOf, returnForm } from "#test/sales/returns.ts";
import { closeSale, GOOD_CARD, refundInDashboard } from "#test/sales/sales.ts";
import { payAsShopper, payOnProvidersPage } from "#test/sales/shopper.ts";
import { addProduct } from "./products.ts";
import { countedUuid, type TestShop } from "./shop.ts";

const DECLINED = "4000000000000002";
const PEOPLE_FROM = 3_000_000;

/** A person in the middle of a story. Things that do not exist yet are "". */
export type Person = {
  store: TestShop;
  name: string;
  email: string;
  ip: string;
  /** Polos of $32 in M and L, ten each, and a jacket of $44. */
  polo: string;
  jacket: string;
  soldOut: string;
  orderId: string;
  intentId: string;
  /** Of the order's page. */
  token: string;
  /** Results of the previous steps. */
  made: string;
};

export type Step = { does: string; act: (me: Person) => Promise<unknown> };

/** `early`: how many of the steps must be two weeks old before the next one. */
export type Story = { steps: Step[]; early?: number };

export async function newPerson(store: TestShop, name: string): Promise<Person> {
  const { shop } = store;
  people += 1;
  return {
    ...{ store, name, email: `${name.replaceAll(/\W+/g, "-")}@example.com`, ip: `198.51.${people}.7` },
    polo: await addProduct(shop, { name: `Polo of ${name}`, stock: { M: 10, L: 10 } }),
    jacket: await addProduct(shop, { name: `Jacket of ${name}`, price: 4400, stock: { "": 5 } }),
    soldOut: await addProduct(shop, { name: `Cap of ${name}`, stock: { "": 0 } }),
    ...{ orderId: "", intentId: "", token: "", made: "" },
  };
}

let people = 0;
let requests = 0;

const step = (does: string, act: Step["act"]): Step => ({ does, act });

/** The result of something that must succeed. */
function sure<T extends { ok: boolean }>(result: T): Extract<T, { ok: true }> {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result as Extract<T, { ok: true }>;
}

/** `hasCode`: with the created discount's code. */
/** A request for three polos; `supersedes`: the order of the checkout that it replaces. */
function requestPolos(
  { polo, name, email, made }: Person,
  { hasCode = false, supersedes = null as string | null } = {},
) {
  requests += 1;
  return {
    idempotencyKey: `story-${requests}-of-a-shopper`,
    orderId: countedUuid(PEOPLE_FROM + requests),
    items: [
      { productId: polo, variation: "M", quantity: 2 },
      { productId: polo, variation: "L", quantity: 1 },
    ],
    shipping: { ...pat, name, email },
    amountSeen: (hasCode ? 8640 : 9600) + 599,
    supersedes,
    ...(hasCode && { discountCode: made }),
  };
}

const opens = (hasCode = false) =>
  step("opens a checkout of three polos", async (me) => {
    const { store } = me;
    const asked = await startCheckout(store.shop, { request: requestPolos(me, { hasCode }) });
    const { started } = sure(asked);
    me.orderId = started.orderId;
    me.intentId = started.paymentIntentId;
    me.token = linkOf(store, me.orderId);
  });
const settles = async ({ store, intentId }: Person) =>
  sure(await settlePayment(store.shop, { intentId, source: "browser" }));
const pays = step("pays", async (me) => {
  await payAsShopper(me.store, { paymentIntentId: me.intentId }, GOOD_CARD);
  return settles(me);
});
const buys = step("buys three polos", async (me) => {
  await opens().act(me);
  await pays.act(me);
});
const detailOf = async ({ store, orderId }: Person) => {
  const order = await findOrderDetail(store.shop, { id: orderId });
  if (!order) throw new Error("no order");
  return order;
};
/** The id of the line of two. */
const lineOf = async (me: Person) =>
  (await detailOf(me)).items.find(({ variation }) => variation === "M")?.id ?? "";
const seenOf = async (me: Person) => (await detailOf(me)).corrections.length;
const hearsOf = (me: Person) =>
  applyPaymentFacts(me.store.shop, { intentId: me.intentId, source: "webhook" });
const sends = (does: string, quantity: number | null) =>
  step(does, async (me) => {
    const shipment = quantity === null ? {} : { units: { [await lineOf(me)]: quantity } };
    const sent = { to: "shipped", carrier: "UPS", trackingNumber: `1Z ${me.name}`, ...shipment } as const;
    return sure(await fulfillOrder(me.store.shop, { orderId: me.orderId, actor, step: sent }));
  });
const moves = (to: "delivered" | "returned") =>
  step(`has it ${to}`, async ({ store, orderId }) =>
    sure(await fulfillOrder(store.shop, { orderId, actor, step: { to } })),
  );
const refunds = (does: string, amount: number | "rest", restock = false) =>
  step(does, async ({ store, orderId }) =>
    sure(await refundOrder(store.shop, { orderId, actor, amount, reason: "a stain", restock })),
  );
const swapsOne = step("swaps one for L", async (me) => {
  const asked = { orderId: me.orderId, actor, seen: await seenOf(me) };
  const to = { productId: me.polo, variation: "L" };
  return sure(await swapUnits(me.store.shop, { ...asked, itemId: await lineOf(me), quantity: 1, to }));
});
const asksForReturn = (
  does = "asks for a return of one",
  more: (line: string) => Record<string, string> = () => ({}),
) =>
  step(does, async (me) => {
    const line = await lineOf(me);
    me.made = (await askedReturn(me.store, me, returnForm({ [line]: 1 }, more(line)), me.ip)).id;
  });
const asksForLarge = asksForReturn("asks for L for one", (line) => ({ [`wanted-${line}`]: "for L" }));
const approves = step("has it approved", async ({ store, orderId, made: returnId }) =>
  sure(await approveReturn(store.shop, { orderId, returnId, actor, answer: "Send it" })),
);
const asksExtraPayment = step("is asked to pay more for a jacket", async (me) => {
  const asked = await askExtraPayment(me.store.shop, {
    ...{ orderId: me.orderId, actor, seen: await seenOf(me), itemId: await lineOf(me), quantity: 1 },
    ...{ to: { productId: me.jacket, variation: "" }, amountSeen: 1200 },
  });
  me.made = sure(asked).id;
});
const reviewTokenOf = ({ store, orderId }: Person) =>
  reviewAccessToken(store.shop.keys.orderLinks.current, orderId);
const says = (stars: string) =>
  step(`gives ${stars} stars`, async (me) => {
    const token = reviewTokenOf(me);
    const line = (await findReviewPage(me.store.shop, { token }))?.lines[0];
    const sent = {
      ...{ itemId: line?.itemId ?? "", version: String(line?.review?.version ?? 0) },
      ...{ stars, fit: "true", text: `Said by ${me.name}`, name: me.name },
    };
    return sure(await writeReview(me.store.shop, { token, sent, ip: me.ip }));
  });
const decides = (to: "shown" | "hidden") =>
  step(`has it ${to}`, async (me) => {
    const { id, version } = await me.store.shop.db
      .selectFrom("reviews")
      .innerJoin("order_items", "order_items.id", "reviews.order_item_id")
      .select(["reviews.id", "reviews.version"])
      .where("order_items.order_id", "=", me.orderId)
      .executeTakeFirstOrThrow();
    return sure(await decideReview(me.store.shop, { id, version, to, actor }));
  });
const restockTokenOf = ({ store, email }: Person) => {
  const mail = store.mailbox.find(({ to, text }) => to.address === email && text.includes("/restock/"));
  return /\/restock\/([\w-]{80})/.exec(mail?.text ?? "")?.[1] ?? "";
};

export const stories: Record<string, Story> = {
  "an order on its way": {
    steps: [
      buys,
      step("gets a note", ({ store, orderId, name }) =>
        addNote(store.shop, { orderId, actor, note: `For ${name}` }),
      ),
      step("moves house", async (me) => {
        const address = { ...pat, name: me.name, email: me.email, address1: `2 ${me.name} Lane` };
        const asked = { orderId: me.orderId, actor, seen: await seenOf(me) };
        return sure(await correctAddress(me.store.shop, { ...asked, address }));
      }),
      step("corrects the email", async (me) => {
        me.email = `new-${me.email}`;
        const asked = { orderId: me.orderId, actor, seen: await seenOf(me) };
        return sure(await correctEmail(me.store.shop, { ...asked, email: me.email }));
      }),
      swapsOne,
      sends("has one sent", 1),
      step("has its number corrected", async ({ store, orderId, name }) => {
        const tracking = { carrier: "USPS", trackingNumber: `94 ${name}` };
        return sure(await correctShipment(store.shop, { orderId, actor, tracking, mail: true }));
      }),
      sends("has the rest sent", null),
      moves("delivered"),
      moves("returned"),
    ],
  },
  "an order that is canceled": {
    steps: [
      buys,
      step("is canceled", async ({ store, orderId }) =>
        sure(await cancelPaidOrder(store.shop, { orderId, reason: "sorry", actor })),
      ),
    ],
  },
  refunds: {
    steps: [
      buys,
      step("gets one back on the shelf", async (me) => {
        const line = await lineOf(me);
        const parts = { units: { [line]: { unsent: 1, sent: 0 } }, shipping: 0 };
        const refund = { orderId: me.orderId, actor, amount: "parts", reason: "too many" } as const;
        return sure(await refundOrder(me.store.shop, { ...refund, parts, restock: { [line]: 1 } }));
      }),
      refunds("gets $5", 500),
      refunds("gets the rest", "rest", true),
    ],
  },
  "a refund that fails": {
    steps: [
      buys,
      step("waits for a refund", async (me) => {
        me.store.sandbox.controls.arm({ kind: "refund_pending", settleAfterMs: null });
        return refunds("", "rest", true).act(me);
      }),
      step("hears that it failed", async (me) => {
        const { controls } = me.store.sandbox;
        controls.settleRefund(controls.refunds(me.intentId)[0]?.id ?? "", "failed");
        return hearsOf(me);
      }),
      refunds("gets it again", "rest", true),
    ],
  },
  "a refund made at the provider": {
    steps: [
      buys,
      step("gets it", async (me) => {
        await refundInDashboard(me.store, me.intentId, 700);
        return hearsOf(me);
      }),
      step("has it assigned", async (me) => {
        const refundId = (await detailOf(me)).refunds[0]?.id ?? "";
        const asked = {
          orderId: me.orderId,
          refundId,
          parts: { units: {}, shipping: 0 },
          restock: {},
          actor,
        };
        return sure(await assignRefund(me.store.shop, asked));
      }),
    ],
  },
  ...Object.fromEntries(
    (["won", "lost"] as const).map((end) => [
      `a dispute that is ${end}`,
      {
        steps: [
          buys,
          step("disputes it", async (me) => {
            me.store.sandbox.controls.openDispute(me.intentId);
            return sure(await syncOrder(me.store.shop, me));
          }),
          step(`the bank says ${end}`, async (me) => {
            const { controls } = me.store.sandbox;
            controls.closeDispute(controls.disputes(me.intentId)[0]?.id ?? "", end);
            return sure(await syncOrder(me.store.shop, me));
          }),
        ],
      },
    ]),
  ),
  "a dearer swap": {
    steps: [
      buys,
      asksExtraPayment,
      step("gets the email again", ({ store, orderId, made: extraPaymentId }) =>
        resendExtraPayment(store.shop, { orderId, extraPaymentId, actor }),
      ),
      step("pays it", async (me) => {
        const intentId = await paymentOfExtraPayment(me.store, me.made);
        me.store.sandbox.controls.pay(intentId, GOOD_CARD);
        return sure(await settlePayment(me.store.shop, { intentId, source: "webhook" }));
      }),
    ],
  },
  "a dearer swap that is taken back": {
    steps: [
      buys,
      asksExtraPayment,
      step("is withdrawn", async ({ store, orderId, made: extraPaymentId }) =>
        sure(await withdrawExtraPayment(store.shop, { orderId, extraPaymentId, actor })),
      ),
    ],
  },
  "a return": {
    steps: [
      buys,
      sends("has them sent", null),
      moves("delivered"),
      asksForReturn(),
      approves,
      step("has it received and refunded", async (me) => {
        const line = await lineOf(me);
        const refund = {
          refundId: me.store.shop.newId(),
          amount: "parts",
          shipping: 0,
          restock: [line],
        } as const;
        const came = { orderId: me.orderId, returnId: me.made, actor, came: { [line]: 1 }, seen: 0 };
        return sure(await receiveReturn(me.store.shop, { ...came, refund }));
      }),
    ],
  },
  "an exchange": {
    steps: [
      buys,
      sends("has them sent", null),
      moves("delivered"),
      asksForLarge,
      approves,
      step("has it received and exchanged", async (me) => {
        const line = await lineOf(me);
        const came = { orderId: me.orderId, returnId: me.made, actor, came: { [line]: 1 }, seen: 0 };
        const exchange = { itemIds: [line], restock: [line] };
        return sure(await receiveReturn(me.store.shop, { ...came, refund: null, exchange }));
      }),
      sends("has the other sent", null),
    ],
  },
  "a rehearsal that is cleared": {
    steps: [
      buys,
      sends("has them sent", null),
      moves("delivered"),
      asksForLarge,
      approves,
      step("is cleared", async ({ store, orderId }) => {
        const clear = (tx: Tx) => clearRehearsal(tx, orderId, nowOf(store.shop));
        if (!(await inTransaction(store.shop, clear))) throw new Error("not cleared");
      }),
    ],
  },
  "a return that is declined": {
    steps: [
      buys,
      sends("has them sent", null),
      moves("delivered"),
      asksForReturn(),
      step("is told no", async ({ store, orderId, made: returnId }) =>
        sure(await declineReturn(store.shop, { orderId, returnId, actor, answer: "It was worn" })),
      ),
    ],
  },
  "returns that end otherwise": {
    steps: [
      buys,
      sends("has them sent", null),
      moves("delivered"),
      asksForReturn(),
      step("takes it back", async ({ store, token, made: returnId }) =>
        sure(await takeReturnBack(store.shop, { token, returnId })),
      ),
      asksForReturn(),
      approves,
      step("has it closed", async ({ store, orderId, made: returnId }) =>
        sure(await closeReturn(store.shop, { orderId, returnId, actor })),
      ),
    ],
  },
  "a checkout that is paid at the provider's page": {
    steps: [
      opens(),
      step("is declined", async (me) => {
        await payAsShopper(me.store, { paymentIntentId: me.intentId }, DECLINED);
        return settles(me);
      }),
      step("keeps it longer", ({ store, orderId }) => extendHold(store.shop, { orderId })),
      step("goes to the page", async (me) => {
        const request = requestPolos(me, { supersedes: me.orderId });
        const page = sure(await startHostedCheckout(me.store.shop, { request }));
        [me.made, me.orderId] = [page.url, page.orderId];
        me.token = linkOf(me.store, me.orderId);
      }),
      step("pays there", async (me) => {
        const { controls } = me.store.sandbox;
        const { status } = await payOnProvidersPage(me.store, me.made, GOOD_CARD);
        const { checkout_session_id: id } = await me.store.shop.db
          .selectFrom("checkouts")
          .select("checkout_session_id")
          .where("order_id", "=", me.orderId)
          .executeTakeFirstOrThrow();
        const session = controls.sessions().find((one) => one.id === id);
        if (typeof session?.payment_intent !== "string") throw new Error(`not paid: ${status}`);
        me.intentId = session.payment_intent;
        return settles(me);
      }),
    ],
  },
  "a checkout that is closed": {
    steps: [
      opens(),
      step("is closed", async ({ store, orderId }) => sure(await closeSale(store.shop, orderId))),
    ],
  },
  "a slow payment that fails": {
    steps: [
      opens(),
      step("waits for the bank", async (me) => {
        me.store.sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
        return pays.act(me);
      }),
      step("hears that it failed", async (me) => {
        me.store.sandbox.controls.settlePayment(me.intentId, "failed");
        return settles(me);
      }),
      step("is canceled by the owner", async ({ store, orderId }) =>
        sure(await cancelOrder(store.shop, { orderId, actor })),
      ),
    ],
  },
  messages: {
    steps: [
      buys,
      step("writes about the order", async ({ store, token, name, ip }) =>
        sure(await writeAboutOrder(store.shop, { token, message: `Where is it? ${name}`, ip })),
      ),
      step("writes by the form", async ({ store, name, email, ip }) => {
        const message = { name, email, subject: "Size", message: `Which one? ${name}` };
        return sure(await sendContactMessage(store.shop, { ...message, honeypot: "", ip }));
      }),
      step("is answered", async (me) => {
        me.made = await messageOf(me);
        const reply = {
          id: me.made,
          replyId: me.store.shop.newId(),
          body: `M, ${me.name}`,
          seen: null,
          actor,
        };
        return sure(await answerMessage(me.store.shop, reply));
      }),
      step("counts as answered", ({ store, made: id }) =>
        markAnswered(store.shop, { id, isAnswered: true, seen: null, actor }),
      ),
      step("is spam", ({ store, made: id }) => markSpam(store.shop, { id, isSpam: true, actor })),
    ],
  },
  "a back-in-stock request": {
    steps: [
      step("asks for a cap", async ({ store, soldOut: productId, email, ip }) => {
        sure(await askForRestock(store.shop, { productId, option: "", email, ip }));
        await sendDueMails(store.shop);
      }),
      step("confirms it", (me) => confirmRestock(me.store.shop, { token: restockTokenOf(me) })),
      step("is told", async ({ store, soldOut: id }) => {
        sure(await setStock(store.shop, { id, changes: [{ variation: "", was: 0, onHand: 2 }], actor }));
        await notifyRestocked(store.shop);
      }),
      step("ends it", (me) => endRestock(me.store.shop, { token: restockTokenOf(me) })),
    ],
  },
  "a review": {
    early: 2,
    steps: [
      buys,
      sends("has them sent", null),
      says("5"),
      decides("shown"),
      says("2"),
      decides("hidden"),
      step("takes it back", async (me) => {
        const token = reviewTokenOf(me);
        const itemId = await lineOf(me);
        return sure(await removeReview(me.store.shop, { token, itemId, ip: me.ip }));
      }),
      step("opts out of emails", (me) =>
        stopAsking(me.store.shop, { token: reviewTokenOf(me), isOut: true }),
      ),
    ],
  },
  "a review that stays": {
    early: 2,
    steps: [buys, sends("has them sent", null), says("5"), decides("shown")],
  },
  "a customer who is forgotten": {
    steps: [
      buys,
      swapsOne,
      sends("has them sent", null),
      moves("delivered"),
      step("gets the confirmation again", ({ store, orderId }) =>
        resendConfirmation(store.shop, { orderId, actor }),
      ),
      step("gets the shipping email again", async (me) => {
        const [shipment] = (await detailOf(me)).shipments;
        const asked = { orderId: me.orderId, shipmentId: shipment?.id ?? "", actor };
        sure(await resendShipmentEmail(me.store.shop, asked));
      }),
      step("is forgotten", async ({ store, orderId: id, email }) =>
        sure(await forgetCustomer(store.shop, { id, typed: email, actor })),
      ),
    ],
  },
  "a discount": {
    steps: [
      step("is made", async (me) => {
        me.made = me.name.replaceAll(/\W/g, "").toUpperCase().slice(-20);
        const form = { ...emptyDiscount, code: me.made, value: "10" };
        sure(await createDiscount(me.store.shop, { form, actor }));
      }),
      opens(true),
      pays,
      step("is switched off", async (me) => {
        const { discount_id: id } = await me.store.shop.db
          .selectFrom("checkouts")
          .select("discount_id")
          .where("order_id", "=", me.orderId)
          .executeTakeFirstOrThrow();
        return switchDiscount(me.store.shop, { id: id ?? "", isOn: false, actor });
      }),
    ],
  },
  "a product": {
    steps: [
      step("is counted", async ({ store, polo: id }) =>
        sure(await setStock(store.shop, { id, changes: [{ variation: "M", was: 10, onHand: 7 }], actor })),
      ),
      buys,
      step("is archived", async ({ store, polo: id }) =>
        sure(await deleteProduct(store.shop, { id, actor })),
      ),
      step("its neighbor is deleted", async ({ store, jacket: id }) =>
        sure(await deleteProduct(store.shop, { id, actor })),
      ),
    ],
  },
};

async function messageOf({ store, email }: Person): Promise<string> {
  const { id } = await store.shop.db
    .selectFrom("contact_messages")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return id;
}
