import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestBench, refusal, type TestBench } from "../test-bench.ts";

let bench: TestBench;
beforeEach(async () => {
  bench = await openTestBench();
});
afterEach(() => bench.close());

async function pay(number = "4242424242424242", amount = 5000) {
  const { id } = await bench.stripe.paymentIntents.create({ amount, currency: "usd" });
  bench.sandbox.controls.pay(id, number);
  return id;
}

const refund = (payment_intent: string, amount?: number) =>
  bench.stripe.refunds.create({ payment_intent, ...(amount !== undefined && { amount }) });
const chargeOf = (id: string) => bench.sandbox.controls.charges(id)[0]!;
const eventTypes = () => bench.sandbox.controls.events().map(({ type }) => type);

test("refunds add up to what was received and never more", async () => {
  const id = await pay();
  expect(await refund(id, 2000)).toMatchObject({ status: "succeeded", amount: 2000, payment_intent: id });
  expect(chargeOf(id)).toMatchObject({ amount_refunded: 2000, refunded: false });
  const tooMuch = await refusal(refund(id, 3001));
  expect(tooMuch).toMatchObject({ statusCode: 400, param: "amount" });
  expect(tooMuch.message).toBe("Refund amount ($30.01) is greater than unrefunded amount on charge ($30.00)");
  expect((await refund(id)).amount).toBe(3000);
  expect(chargeOf(id)).toMatchObject({ amount_refunded: 5000, refunded: true });
  expect(await refusal(refund(id))).toMatchObject({ code: "charge_already_refunded" });
  const { data } = await bench.stripe.refunds.list({ payment_intent: id });
  expect(data.map(({ amount }) => amount)).toEqual([3000, 2000]);
  expect(eventTypes().slice(0, 2)).toEqual(["charge.refunded", "refund.created"]);
  expect((await bench.stripe.paymentIntents.retrieve(id)).amount_received).toBe(5000);
});

test("an unpaid payment cannot be refunded", async () => {
  const { id } = await bench.stripe.paymentIntents.create({ amount: 500, currency: "usd" });
  expect(await refusal(refund(id))).toMatchObject({ code: "payment_intent_unexpected_state" });
  expect(await refusal(refund("pi_none"))).toMatchObject({ code: "resource_missing" });
  expect(await refusal(bench.stripe.refunds.create({}))).toMatchObject({ statusCode: 400 });
  expect(await refusal(refund(await pay(), 0))).toMatchObject({ code: "parameter_invalid_integer" });
});

test("a pending refund counts right away and succeeds later", async () => {
  const id = await pay("4000000000007726");
  const { id: refundId, status } = await refund(id);
  expect(status).toBe("pending");
  expect(await refusal(refund(id))).toMatchObject({ code: "charge_already_refunded" });
  bench.clock.now = bench.sandbox.nextDueAt()! + 30_000;
  await bench.sandbox.deliverDue();
  expect((await bench.stripe.refunds.retrieve(refundId)).status).toBe("succeeded");
  expect(eventTypes()).toContain("refund.updated");
});

test("a refund that fails later gives the money back to the shop, and can be made again", async () => {
  const id = await pay("4000000000005126");
  const { id: refundId, status } = await refund(id);
  expect(status).toBe("succeeded");
  bench.sandbox.controls.letTimePass(30_000);
  await bench.sandbox.deliverDue();
  expect(await bench.stripe.refunds.retrieve(refundId)).toMatchObject({
    status: "failed",
    failure_reason: "expired_or_canceled_card",
  });
  expect(chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false });
  expect(eventTypes()).toContain("refund.failed");
  expect((await refund(id)).amount).toBe(5000);
});

test("the way of the next refund can be chosen, and settled by hand", async () => {
  const { controls } = bench.sandbox;
  controls.arm({ kind: "refund_pending", settleAfterMs: null });
  const { id: refundId } = await refund(await pay());
  expect(controls.settleRefund(refundId, "failed").status).toBe("failed");
  expect(() => controls.settleRefund(refundId, "succeeded")).toThrow("status of failed");
  controls.arm({ kind: "refund_fails" });
  const { id: other } = await refund(await pay());
  controls.letTimePass(30_000);
  await bench.sandbox.deliverDue();
  expect((await bench.stripe.refunds.retrieve(other)).status).toBe("failed");
});

test("a disputed payment cannot be refunded until the dispute is won", async () => {
  const { stripe, sandbox } = bench;
  const id = await pay("4000000000000259");
  expect(sandbox.controls.disputes(id)).toEqual([]);
  sandbox.controls.letTimePass(5_000);
  await sandbox.deliverDue();
  const { data } = await stripe.disputes.list({ payment_intent: id });
  expect(data[0]).toMatchObject({ amount: 5000, reason: "fraudulent", status: "needs_response" });
  expect(chargeOf(id).disputed).toBe(true);
  expect(await refusal(refund(id))).toMatchObject({ code: "charge_disputed" });
  sandbox.controls.closeDispute(data[0]!.id, "won");
  expect((await stripe.disputes.retrieve(data[0]!.id)).status).toBe("won");
  expect((await refund(id)).status).toBe("succeeded");
  expect(eventTypes().filter((type) => type.startsWith("charge.dispute."))).toEqual([
    "charge.dispute.funds_reinstated",
    "charge.dispute.closed",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.created",
  ]);
});

test("a lost dispute stays lost", async () => {
  const { controls } = bench.sandbox;
  const id = await pay();
  const dispute = controls.openDispute(id, "product_not_received")!;
  controls.closeDispute(dispute.id, "lost");
  expect(() => controls.closeDispute(dispute.id, "won")).toThrow("cannot become won");
  expect(() => controls.openDispute(id)).toThrow("already been disputed");
  expect(await refusal(refund(id))).toMatchObject({ code: "charge_disputed" });
});

test("a prevented dispute has given the money to the bank, a won one brings it back", async () => {
  const { stripe, sandbox } = bench;
  const closed = async (outcome: "won" | "prevented") => {
    const { id } = sandbox.controls.openDispute(await pay())!;
    sandbox.controls.closeDispute(id, outcome);
    return stripe.disputes.retrieve(id);
  };
  const prevented = await closed("prevented");
  expect(prevented).toMatchObject({
    status: "prevented",
    is_charge_refundable: false,
    balance_transactions: [{ amount: -5000, source: prevented.id }],
    payment_method_details: { card: { case_type: "resolution" } },
  });
  expect(await refusal(refund(String(prevented.payment_intent)))).toMatchObject({ code: "charge_disputed" });
  expect((await closed("won")).balance_transactions).toMatchObject([{ amount: -5000 }, { amount: 5000 }]);
});

test("an inquiry takes no money", async () => {
  const { sandbox } = bench;
  const asked = await pay("4000000000001976");
  sandbox.controls.letTimePass(5_000);
  await sandbox.deliverDue();
  expect(sandbox.controls.disputes(asked)[0]).toMatchObject({
    status: "warning_needs_response",
    balance_transactions: [],
  });
  expect(chargeOf(asked).disputed).toBe(false);
  expect(eventTypes()).not.toContain("charge.dispute.funds_withdrawn");
  expect((await refund(asked)).status).toBe("succeeded");
});
