// The forms that move money and goods of orders, by real requests: exactly what the owner saw and typed happens.
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderStamp } from "#domain/order/fulfillment.ts";
import { forgetWaiting, recallWaiting } from "#server/operations/alerts/count-waiting.ts";
import { correctEmail } from "#server/orders/changes/correct-email.ts";
import { approveReturn } from "#server/orders/returns/decide-return.ts";
import { loadOrder } from "#test/sales/orders.ts";
import { OWNER } from "#test/sales/people.ts";
import { askedReturn, deliverOrder, returnForm, returnsOf } from "#test/sales/returns.ts";
import { sell, sellFreeCaps } from "#test/sales/sales.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { signInOwner } from "./owner-session.ts";
import { createPageHandler, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";

let store: TestShop;
let pages: PageHandler;
let cookie: string;
beforeAll(async () => {
  store = await createTestShop({ env: { PUBLIC_URL: ORIGIN } });
  pages = await createPageHandler(store.shop, ({ pattern }) => /^\/admin(\/|$)/.test(pattern));
  cookie = await signInOwner(store.shop);
});
afterAll(() => store.close());

const detailOf = (id: string) => loadOrder(store, id);

async function send(path: string, body: URLSearchParams) {
  const headers = { Origin: ORIGIN, Host: new URL(ORIGIN).host, Cookie: cookie };
  const answer = await pages(new Request(`${ORIGIN}${path}.data`, { method: "POST", headers, body }));
  return { status: answer.status, text: await answer.text() };
}

const post = async (orderId: string, fields: Record<string, string>) =>
  send(
    `/admin/orders/${orderId}`,
    new URLSearchParams({ stamp: orderStamp(await detailOf(orderId)), ...fields }),
  );

const refundedOf = async (orderId: string) => (await detailOf(orderId)).refunds.map(({ amount }) => amount);

test("[RF-1] a typed 0 refunds nothing; without scripts an untouched 0.00 stands for the units' amount", async () => {
  const { orderId, polos } = await deliverOrder(store);
  const form = { intent: "refund", amount: "0", reason: "", [`sent-${polos}`]: "1" };
  const refused = await post(orderId, { ...form, typed: "yes" });
  expect([refused.status, await refundedOf(orderId)]).toEqual([422, []]);
  expect(refused.text).toContain("type an amount such as 12.50");
  expect((await post(orderId, { ...form, amount: "0.00" })).status).toBe(200);
  expect(await refundedOf(orderId)).toEqual([3200]);
});

test("[RF-1] free units are removed from the order, and an older form is outdated", async () => {
  const { orderId } = await sellFreeCaps(store);
  const before = await detailOf(orderId);
  const caps = before.items[0]?.id ?? "";
  const form = { intent: "refund", amount: "0.00", typed: "no", reason: "", [`unsent-${caps}`]: "1" };
  const done = await post(orderId, { ...form, refundId: store.shop.newId() });
  expect([done.status, await refundedOf(orderId)]).toEqual([200, [0]]);
  expect(done.text).toContain("No money to refund");
  expect((await post(orderId, { ...form, stamp: orderStamp(before) })).status).toBe(409);
  expect((await detailOf(orderId)).items[0]).toMatchObject({ quantity: 2, canceled: 1 });
});

test("[RF-7] a typed 0 does not refund a return: the owner is pointed to 'Received, refund later'", async () => {
  const order = await deliverOrder(store);
  const { orderId, polos } = order;
  const { id: returnId } = await askedReturn(store, order, returnForm({ [polos]: 2 }));
  await approveReturn(store.shop, { orderId, returnId, actor: OWNER, answer: "Send it to 1 Links Road" });
  const form = { intent: "receive-return", returnId, refundId: store.shop.newId(), [`came-${polos}`]: "1" };
  const refused = await post(orderId, { ...form, seen: "0", amount: "0.00", typed: "yes" });
  expect([refused.status, await refundedOf(orderId)]).toEqual([422, []]);
  expect(refused.text).toContain("Received, refund later");
  expect(await returnsOf(store, order)).toMatchObject([{ state: "approved" }]);
  const later = await post(orderId, { ...form, seen: "0", amount: "0", typed: "yes", refund: "later" });
  expect([later.status, await refundedOf(orderId)]).toEqual([200, []]);
  expect((await post(orderId, { ...form, seen: "1", amount: "0.00" })).status).toBe(200);
  expect(await refundedOf(orderId)).toEqual([6400]);
});

test("[RF-5] when several orders are marked as shipped, one corrected since the list was shown is skipped", async () => {
  const [kept, corrected] = [await sell(store), await sell(store)];
  const form = new URLSearchParams({ intent: "shipped", carrier: "UPS" });
  for (const { orderId } of [kept, corrected]) {
    form.append("id", orderId);
    form.append(`seen:${orderId}`, "0");
    form.append(`trackingNumber:${orderId}`, `1Z ${orderId.slice(0, 8)}`);
  }
  const right = { orderId: corrected.orderId, actor: OWNER, seen: 0, email: "right@example.com" };
  expect(await correctEmail(store.shop, right)).toMatchObject({ ok: true });
  const answer = await send("/admin/orders/bulk", form);
  expect(answer.text).toContain("Compare label and shipment");
  expect((await detailOf(kept.orderId)).fulfillment).toBe("shipped");
  expect((await detailOf(corrected.orderId)).fulfillment).toBe("unfulfilled");
});

test("[AO-1] orders marked as shipped in bulk are no longer counted in the navigation", async () => {
  const { orderId } = await sell(store);
  forgetWaiting(store.shop);
  const { shipments } = await recallWaiting(store.shop);
  const form = new URLSearchParams({ intent: "shipped", carrier: "UPS", id: orderId });
  form.append(`seen:${orderId}`, "0");
  form.append(`trackingNumber:${orderId}`, "1Z 7");
  expect((await send("/admin/orders/bulk", form)).status).toBe(200);
  expect((await detailOf(orderId)).fulfillment).toBe("shipped");
  expect((await recallWaiting(store.shop)).shipments).toBe(shipments - 1);
});

test("[AO-1] [OD-2] without scripts, too, several orders are marked as shipped only with an order and a tracking number", async () => {
  const { orderId } = await sell(store);
  const note = await post(orderId, { intent: "note", note: "Written without scripts" });
  expect(note.text).toContain("Note added");
  const form = { intent: "shipped", carrier: "UPS", [`seen:${orderId}`]: "0" };
  expect((await send("/admin/orders/bulk", new URLSearchParams(form))).status).toBe(422);
  const untracked = await send("/admin/orders/bulk", new URLSearchParams({ ...form, id: orderId }));
  expect([untracked.status, untracked.text.includes("Please enter at least one tracking number.")]).toEqual([
    422,
    true,
  ]);
  const tracked = { ...form, id: orderId, [`trackingNumber:${orderId}`]: "1Z 7" };
  const shipped = await send("/admin/orders/bulk", new URLSearchParams(tracked));
  expect([shipped.status, shipped.text.includes("1 order marked as shipped")]).toEqual([200, true]);
});
