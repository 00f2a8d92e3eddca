// The effects of one provider response about a payment, and who is notified.

import { beforeEach, describe, expect, test } from "vitest";
import { GOOD_CARD, loadOrderRow, sell, startPage, startSale } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { rowsOfShoppers } from "#test/shop/bystanders.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { hearing } from "#test/shop/hearing.ts";
import { stockOf } from "#test/shop/products.ts";
import type { Shop } from "../core/shop.ts";
import type { PaymentIntent } from "./payment-provider.ts";
import { settlePayment } from "./settle-payment.ts";
import { listUnsettled } from "./settlement-queries.ts";

const store = freshShop();
let told: string[];
beforeEach(async () => {
  told = [];
  store.shop.wakeWorker = () => void told.push("worker");
});

const settle = (intentId: string, shop = store.shop) => settlePayment(shop, { intentId, source: "webhook" });

async function intentOf(id: string): Promise<PaymentIntent> {
  const answer = await store.shop.payments.retrieveIntent(id);
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
}

describe("notifications", () => {
  /** The notifications of settling the payment once, and then again. */
  async function toldOf(intentId: string) {
    const rounds: string[][] = [];
    for (const _ of [1, 2]) {
      told = [];
      await settle(intentId);
      rounds.push(told);
    }
    return rounds;
  }

  test("an open payment changes nothing that needs a notification", async () => {
    const { paymentIntentId } = await startSale(store);
    expect(await toldOf(paymentIntentId)).toEqual([[], []]);
  });

  test("a paid order wakes the worker, which has its emails, once", async () => {
    const started = await startSale(store);
    await payAsShopper(store, started, GOOD_CARD);
    expect(await toldOf(started.paymentIntentId)).toEqual([["worker"], []]);
  });
});

describe("an unexpected amount", () => {
  test.each([
    ["less", { amountReceived: 6_998, currency: "usd" }],
    ["in another currency", { amountReceived: 6_999, currency: "eur" }],
  ])("a payment %s makes the order, and alerts the owner", async (_what, change) => {
    const started = await startSale(store);
    await payAsShopper(store, started, GOOD_CARD);
    await settle(started.paymentIntentId, hearing(store.shop, change));
    expect(await loadOrderRow(store, started.orderId)).toMatchObject({
      status: "paid",
      amount_received: change.amountReceived,
      attention: ["amount_mismatch"],
    });
  });
});

describe("which payments the shop needs to read", () => {
  async function areUnsettled(intent: PaymentIntent): Promise<boolean> {
    return (await listUnsettled(store.shop.db, [intent])).length > 0;
  }

  test("not one that was only created", async () => {
    const { paymentIntentId } = await startSale(store);
    const intent = await intentOf(paymentIntentId);
    expect(await areUnsettled(intent)).toBe(false);
    expect(await areUnsettled({ ...intent, id: "pi_second" })).toBe(true);
  });

  test("only the one of two that changed since", async () => {
    const { paymentIntentId } = await startSale(store);
    const intent = await intentOf(paymentIntentId);
    await settle(paymentIntentId);
    expect(await areUnsettled(intent)).toBe(false);
    expect(await areUnsettled({ ...intent, status: "processing" })).toBe(true);
  });

  test("another declined card", async () => {
    const { paymentIntentId } = await startSale(store);
    await settle(paymentIntentId);
    const intent = await intentOf(paymentIntentId);
    expect(await areUnsettled({ ...intent, chargeId: "ch_unknown" })).toBe(true);
    expect(await areUnsettled({ ...intent, checkoutId: null, chargeId: "ch_unknown" })).toBe(false);
  });

  test("a second payment of a paid checkout, and one whose order is missing", async () => {
    const { paymentIntentId } = await sell(store);
    const intent = await intentOf(paymentIntentId);
    expect(await areUnsettled(intent)).toBe(false);
    expect(await areUnsettled({ ...intent, id: "pi_second" })).toBe(true);
    await store.shop.db.updateTable("checkouts").set({ state: "paying" }).execute();
    expect(await areUnsettled(intent)).toBe(true);
  });
});

describe("other shoppers", () => {
  const cancel = (intentId: string) => store.shop.payments.cancelIntent(`cancel ${intentId}`, intentId);
  /** A shop whose call gets lost. */
  const losing = (call: "cancelIntent" | "createIntent"): Shop => {
    const { payments } = store.shop;
    const lost = async () => ({ ok: false, reason: "unavailable", message: "lost" }) as const;
    return { ...store.shop, payments: { ...payments, [call]: lost } };
  };
  async function fail(intentId: string) {
    store.sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
    await payAsShopper(store, { paymentIntentId: intentId }, GOOD_CARD);
    await settle(intentId);
    store.sandbox.controls.settlePayment(intentId, "failed");
    await settle(intentId);
  }

  /** One shopper at each step; the last one's payment has no event. */
  async function addBystanders() {
    await sell(store);
    await startSale(store);
    await startPage(store, { change: { supersedes: (await startSale(store)).orderId } });
    await fail((await startSale(store)).paymentIntentId);
    await expect(startSale({ ...store, shop: losing("createIntent") })).rejects.toThrow(
      "provider_unavailable",
    );
  }

  type Sale = Awaited<ReturnType<typeof startSale>>;
  const endings: Record<
    string,
    { happens: (sale: Sale) => Promise<unknown>; stock: object; mails?: string[] }
  > = {
    "is paid": {
      happens: (sale) => payAsShopper(store, sale, GOOD_CARD),
      stock: { on_hand: 8, held: 0 },
      mails: ["order_confirmation", "owner_new_order"],
    },
    "is canceled": { happens: (sale) => cancel(sale.paymentIntentId), stock: { on_hand: 10, held: 0 } },
    "is declined by the bank after a while": {
      happens: (sale) => fail(sale.paymentIntentId),
      stock: { on_hand: 10, held: 2 },
      mails: ["payment_processing", "payment_failed"],
    },
    "is declined by the bank and canceled": {
      happens: async (sale) => {
        await fail(sale.paymentIntentId);
        await cancel(sale.paymentIntentId);
      },
      stock: { on_hand: 10, held: 0 },
      mails: ["payment_processing", "payment_failed"],
    },
    "is canceled while the bank is processing": {
      happens: async (sale) => {
        await settle(sale.paymentIntentId, hearing(store.shop, { status: "processing" }));
        await settle(sale.paymentIntentId, hearing(store.shop, { status: "canceled" }));
      },
      stock: { on_hand: 10, held: 0 },
      mails: ["payment_processing", "payment_failed"],
    },
    "is abandoned for the provider's page": {
      happens: async ({ orderId, productId }) => {
        await startPage(store, { productId, change: { supersedes: orderId } });
      },
      stock: { on_hand: 10, held: 2 },
    },
    "is reported before its id was stored": {
      happens: async (sale) => {
        await store.shop.db
          .updateTable("checkouts")
          .set({ payment_intent_id: null, state: "open" })
          .where("order_id", "=", sale.orderId)
          .execute();
        await payAsShopper(store, sale, GOOD_CARD);
      },
      stock: { on_hand: 8, held: 0 },
      mails: ["order_confirmation", "owner_new_order"],
    },
  };

  test.each(Object.entries(endings))("are not affected while one payment %s", async (_what, ending) => {
    await addBystanders();
    const before = await rowsOfShoppers(store.shop.db);
    const sale = await startSale(store);
    await ending.happens(sale);
    await settle(sale.paymentIntentId);
    expect(await rowsOfShoppers(store.shop.db)).toEqual(expect.arrayContaining(before));
    expect(await stockOf(store.shop, sale.productId)).toMatchObject([ending.stock]);
    const mails = store.shop.db.selectFrom("outbox").select("kind").where("order_id", "=", sale.orderId);
    expect((await mails.orderBy("id").execute()).map(({ kind }) => kind)).toEqual(ending.mails ?? []);
  });
});

test("a payment that succeeds after it was abandoned for the provider's page still makes its order", async () => {
  const { orderId, productId } = await startSale(store);
  await startPage(store, { productId, change: { supersedes: orderId } });
  const [intentId = ""] = store.sandbox.controls.payments().map(({ id }) => id);
  const paid = await settle(intentId, hearing(store.shop, { status: "succeeded", amountReceived: 6_999 }));
  expect(paid).toMatchObject({ ok: true, orderId, status: "paid" });
});

test("a canceled payment that names another payment's checkout does not end that checkout", async () => {
  const { paymentIntentId, productId } = await startSale(store);
  const { checkoutId } = await intentOf(paymentIntentId);
  const stray = hearing(store.shop, { id: "pi_stray", status: "canceled", checkoutId });
  expect(await settle(paymentIntentId, stray)).toEqual({ ok: false, reason: "not_ours" });
  const checkout = await store.shop.db.selectFrom("checkouts").selectAll().executeTakeFirstOrThrow();
  expect(checkout).toMatchObject({ payment_intent_id: paymentIntentId });
  expect(await stockOf(store.shop, productId)).toMatchObject([{ held: 2 }]);
  expect(store.logs.filter(({ event }) => event === "payment.without_checkout")).toMatchObject([
    { level: "warn", intent: "pi_stray" },
  ]);
});
