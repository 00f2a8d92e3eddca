import { beforeEach, expect, test } from "vitest";
import { OWNER } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { refundOrder } from "../orders/changes/refund-order.ts";
import { applyPaymentFacts } from "../payments/refunds/refund-facts.ts";
import { sendDueMails } from "./send-due-mails.ts";

const store = freshShop();
let order: Awaited<ReturnType<typeof sell>>;
beforeEach(async () => {
  order = await sell(store);
  await sendDueMails(store.shop, { limit: 10 });
  store.mailbox.length = 0;
});

const refund = (amount: number | "rest") =>
  refundOrder(store.shop, {
    orderId: order.orderId,
    amount,
    reason: "does not fit",
    restock: false,
    actor: OWNER,
  });
const hear = () => applyPaymentFacts(store.shop, { intentId: order.paymentIntentId, source: "reconciler" });
const send = () => sendDueMails(store.shop, { limit: 10 });

test("[OD-2] the customer gets one email per refund, however often the provider reports it", async () => {
  expect((await refund(2_000)).ok).toBe(true);
  await hear();
  await hear();
  expect(await send()).toMatchObject({ sent: 1, failed: 0 });
  expect((await refund("rest")).ok).toBe(true);
  await hear();
  expect(await send()).toMatchObject({ sent: 1, failed: 0 });
  expect(store.mailbox.map(({ to, subject }) => [to.address, subject])).toEqual([
    ["pat@example.com", "Your refund of $20.00 from Golf Pro Shop, order ORD-001"],
    ["pat@example.com", "Your refund of $49.99 from Golf Pro Shop, order ORD-001"],
  ]);
  expect(store.mailbox[0]?.text).toContain("So far, we have refunded $20.00 of $69.99.");
  expect(store.mailbox[1]?.text).toContain("Your order is now fully refunded.");
});

test("[OD-2] a refund made in the provider's dashboard is emailed, too", async () => {
  const answer = await store.sandbox.fetch(
    new Request("http://provider.example/v1/refunds", {
      method: "POST",
      headers: {
        authorization: "Bearer sk_test_sandbox",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ payment_intent: order.paymentIntentId, amount: "500" }),
    }),
  );
  expect(answer.status).toBe(200);
  expect(await send(), "before the shop hears of it").toMatchObject({ sent: 0, failed: 0 });
  await hear();
  expect(await send()).toMatchObject({ sent: 1, failed: 0 });
  expect(store.mailbox[0]?.subject).toContain("$5.00");
});

test("[OD-2] a refund that the bank returned before the email went out is not emailed", async () => {
  store.sandbox.controls.arm({ kind: "refund_pending", settleAfterMs: null });
  await refund("rest");
  const [made] = store.sandbox.controls.refunds(order.paymentIntentId);
  store.sandbox.controls.settleRefund(made?.id ?? "", "failed");
  await hear();
  expect(await send()).toMatchObject({ sent: 0, failed: 1 });
  expect(store.mailbox).toEqual([]);
  const row = await store.shop.db
    .selectFrom("outbox")
    .selectAll()
    .where("kind", "=", "order_refunded")
    .executeTakeFirst();
  expect(row?.last_error).toBe("its refund is already failed");
});

test("a refund email without its refund fails for good, with the reason", async () => {
  await store.shop.db
    .insertInto("outbox")
    .values({
      kind: "order_refunded",
      unique_key: "order_refunded:nothing",
      order_id: order.orderId,
      payload: JSON.stringify({ refundId: "nothing" }),
      created_at: new Date(store.clock.now()),
      next_at: new Date(store.clock.now()),
    })
    .execute();
  expect(await send()).toMatchObject({ sent: 0, failed: 1 });
});
