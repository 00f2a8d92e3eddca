// What the database makes of the refunds and disputes that the provider reports, fact by fact.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OWNER as actor } from "#test/sales/people.ts";
import { loadOrderRow, sell } from "#test/sales/sales.ts";
import { rowsOfShoppers } from "#test/shop/bystanders.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { stockOf } from "#test/shop/products.ts";
import { nowOf } from "../../core/shop.ts";
import { refundOrder } from "../../orders/changes/refund-order.ts";
import { resolveAttention } from "../../orders/resolve-attention.ts";
import type { Dispute, ProviderRefund, RefundStatus } from "../payment-provider.ts";
import { nextPaymentRead } from "../settlement-queries.ts";
import { applyFacts, flagOrder } from "./refund-queries.ts";

const store = freshShop();
let sale: Awaited<ReturnType<typeof sell>>;
let othersRows: string[];
beforeEach(async () => {
  sale = await sell(store);
  await storeRefund();
  await hear({ refunds: [{ id: "re_other" }], disputes: [{ id: "dp_other" }] });
  await hear({ disputes: [{ id: "dp_lost", amount: 500, status: "lost" }] });
  othersRows = await rowsOfShoppers(store.shop.db);
  sale = await sell(store);
});
afterEach(async () => {
  expect(await rowsOfShoppers(store.shop.db)).toEqual(expect.arrayContaining(othersRows));
});

/** `read`: which read of the provider it was; left out: the newest. */
async function hear(
  facts: { refunds?: Partial<ProviderRefund>[]; disputes?: Partial<Dispute>[]; read?: string },
  orderId = sale.orderId,
) {
  const common = {
    intentId: sale.paymentIntentId,
    reason: "general",
    currency: "usd",
    createdAt: store.clock.now(),
  };
  return applyFacts(store.shop.db, {
    orderId,
    refunds: (facts.refunds ?? []).map((refund) => ({
      ...{ ...common, id: "re_1", amount: 1_000, status: "succeeded" as const, refundId: null },
      ...refund,
    })),
    disputes: (facts.disputes ?? []).map((dispute) => ({
      ...{ ...common, id: "dp_1", amount: 6_999, status: "needs_response", dueAt: null },
      ...dispute,
    })),
    read: facts.read ?? (await nextPaymentRead(store.shop)),
    source: "webhook",
    now: nowOf(store.shop),
  });
}

const flags = async (orderId = sale.orderId) => (await loadOrderRow(store, orderId)).attention;
const refunds = (orderId = sale.orderId) =>
  store.shop.db
    .selectFrom("refunds")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("provider_refund_id")
    .execute();
const onHand = async () => (await stockOf(store.shop, sale.productId))[0]?.on_hand;

/** A refund that is stored and that the provider has not heard of. */
async function storeRefund(restock = false) {
  store.sandbox.controls.arm({ kind: "drop_request", path: "/v1/refunds", times: 3 });
  const asked = { orderId: sale.orderId, amount: 1_000, reason: "too small", restock, actor };
  const stored = await refundOrder(store.shop, asked);
  if (!stored.ok) throw new Error(stored.reason);
  return stored.refundId;
}

describe("a refund", () => {
  test.each<[RefundStatus, RefundStatus, RefundStatus]>([
    ["pending", "requires_action", "requires_action"],
    ["requires_action", "pending", "requires_action"],
    ["requires_action", "succeeded", "succeeded"],
    ["succeeded", "pending", "succeeded"],
    ["succeeded", "requires_action", "succeeded"],
    ["succeeded", "failed", "failed"],
    ["failed", "succeeded", "failed"],
    ["failed", "canceled", "failed"],
    ["canceled", "requires_action", "canceled"],
  ])("that is %s and heard of as %s is %s", async (was, heard, is) => {
    await hear({ refunds: [{ status: was }] });
    await hear({ refunds: [{ status: heard }] });
    expect(await refunds()).toMatchObject([{ status: is }]);
  });

  test("that is heard of again as it was is not written again", async () => {
    await hear({ refunds: [{ status: "pending" }] });
    const before = await refunds();
    store.clock.advance(60_000);
    await hear({ refunds: [{ status: "pending" }] });
    expect(await refunds()).toEqual(before);
  });

  test("that failed puts nothing back on the shelf, however often we hear of it, and flags the order once", async () => {
    const refundId = await storeRefund(true);
    await hear({ refunds: [{ status: "failed", refundId }] });
    expect(await flags()).toEqual(["refund_failed"]);
    await resolveAttention(store.shop, { orderId: sale.orderId, reason: "refund_failed", actor });
    await hear({ refunds: [{ status: "failed", refundId }] });
    expect(await onHand()).toBe(8);
    expect(await flags()).toEqual([]);
    const mails = store.shop.db.selectFrom("outbox").select("kind").where("order_id", "=", sale.orderId);
    expect((await mails.execute()).map(({ kind }) => kind)).not.toContain("order_refunded");
  });

  test("of ours that the provider has twice is one of ours and one more, and the owner must look", async () => {
    const refundId = await storeRefund();
    await hear({ refunds: [{ id: "re_1", refundId }] });
    expect(await flags()).toEqual([]);
    await hear({
      refunds: [
        { id: "re_1", refundId },
        { id: "re_2", refundId },
      ],
    });
    expect(await flags()).toEqual(["refund_doubled", "refund_lines"]);
    expect((await refunds()).map((row) => [row.provider_refund_id, row.source])).toEqual([
      ["re_1", "admin"],
      ["re_2", "provider"],
    ]);
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ amount_refunded: 2_000 });
  });

  test("of ours, of which the provider gave back another amount, is of that amount", async () => {
    const refundId = await storeRefund();
    const [stored] = await refunds();
    await hear({ refunds: [{ refundId, amount: 900 }] });
    const adjustment = (stored?.adjustment ?? Number.NaN) - 100;
    expect(await refunds()).toMatchObject([{ amount: 900, adjustment, provider_refund_id: "re_1" }]);
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ amount_refunded: 900 });
  });

  test("of ours is written when it is first heard of", async () => {
    const refundId = await storeRefund();
    store.clock.advance(60_000);
    await hear({ refunds: [{ refundId }] });
    expect(await refunds()).toMatchObject([{ id: refundId, updated_at: nowOf(store.shop) }]);
  });

  test("that names the row of another order leaves that row alone", async () => {
    const refundId = await storeRefund();
    const other = await sell(store);
    await hear({ refunds: [{ refundId }] }, other.orderId);
    expect(await refunds()).toMatchObject([{ id: refundId, status: "pending", provider_refund_id: null }]);
    expect(await refunds(other.orderId)).toMatchObject([{ status: "succeeded", provider_refund_id: "re_1" }]);
    expect(await flags(other.orderId)).toEqual(["refund_doubled", "refund_lines"]);
  });
});

describe("a dispute", () => {
  const row = () =>
    store.shop.db.selectFrom("disputes").selectAll().where("id", "=", "dp_1").executeTakeFirstOrThrow();

  test("an older read changes nothing, and flags nothing", async () => {
    const [older, newer] = [await nextPaymentRead(store.shop), await nextPaymentRead(store.shop)];
    await hear({ disputes: [{ status: "won" }], read: newer });
    await hear({ disputes: [{ status: "lost" }], read: older });
    expect(await row()).toMatchObject({ status: "won", read: newer });
    expect(await flags()).toEqual([]);
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "paid", amount_refunded: 0 });
  });

  test("a read that is older than the last one changes nothing, though it is newer than the first", async () => {
    const [first, older, newest] = [
      await nextPaymentRead(store.shop),
      await nextPaymentRead(store.shop),
      await nextPaymentRead(store.shop),
    ];
    await hear({ disputes: [{ status: "needs_response" }], read: first });
    await hear({ disputes: [{ status: "lost" }], read: newest });
    await hear({ disputes: [{ status: "under_review" }], read: older });
    expect(await row()).toMatchObject({ status: "lost", read: newest });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ amount_refunded: 6_999 });
  });

  test("is what the newest read says of it", async () => {
    const day = (count: number) => new Date(store.clock.now() + count * 24 * 60 * 60_000);
    await hear({ disputes: [{ amount: 500, reason: "general", dueAt: day(7).getTime() }] });
    expect(await row()).toMatchObject({ amount: 500, reason: "general", due_at: day(7) });
    const newest = { status: "under_review", amount: 6_999, reason: "fraudulent" };
    const due_at = day(9);
    store.clock.advance(60_000);
    await hear({ disputes: [{ ...newest, dueAt: due_at.getTime() }] });
    expect(await row()).toMatchObject({ ...newest, due_at, updated_at: nowOf(store.shop) });
  });

  test("the flag that the owner has closed stays closed while the dispute goes on, and comes back when it reopens", async () => {
    const resolve = () => resolveAttention(store.shop, { orderId: sale.orderId, reason: "disputed", actor });
    for (const status of ["needs_response", "under_review"]) await hear({ disputes: [{ status }] });
    expect(await flags()).toEqual(["disputed"]);
    await resolve();
    for (const status of ["under_review", "needs_response"]) await hear({ disputes: [{ status }] });
    expect(await flags()).toEqual([]);
    await hear({ disputes: [{ status: "won" }] });
    await hear({ disputes: [{ status: "under_review" }] });
    expect(await flags()).toEqual(["disputed"]);
  });

  test("a lost one flags the order once", async () => {
    await hear({ disputes: [{ status: "lost" }] });
    await resolveAttention(store.shop, { orderId: sale.orderId, reason: "dispute_lost", actor });
    await hear({ disputes: [{ status: "lost" }] });
    expect(await flags()).toEqual([]);
  });

  test("the flag stays until the last one is decided", async () => {
    await hear({ disputes: [{ id: "dp_1" }, { id: "dp_2" }] });
    await hear({ disputes: [{ id: "dp_1", status: "won" }, { id: "dp_2" }] });
    expect(await flags()).toEqual(["disputed"]);
    await hear({ disputes: [{ id: "dp_2", status: "won" }] });
    expect(await flags()).toEqual([]);
  });
});

test("a reason to look at an order is noted once", async () => {
  for (const _ of [1, 2]) await flagOrder(store.shop.db, sale.orderId, "out_of_stock", nowOf(store.shop));
  expect(await flags()).toEqual(["out_of_stock"]);
});

test("no more is refunded than came in, though a lost dispute takes what was refunded before", async () => {
  await hear({ refunds: [{ amount: 3_000 }], disputes: [{ status: "lost" }] });
  expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
    status: "refunded",
    amount_refunded: 6_999,
  });
});
