// The forms that move money and goods of orders, by real requests: exactly what the owner saw and typed happens.
import { beforeAll, expect, test } from "vitest";
import { orderStamp } from "#domain/order/fulfillment.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { forgetWaiting, recallWaiting } from "#server/operations/alerts/count-waiting.ts";
import { correctEmail } from "#server/orders/changes/correct-email.ts";
import { approveReturn } from "#server/orders/returns/decide-return.ts";
import { loadOrder } from "#test/sales/orders.ts";
import { OWNER } from "#test/sales/people.ts";
import { askedReturn, deliverOrder, returnForm, returnsOf } from "#test/sales/returns.ts";
import { sell, sellFreeCaps } from "#test/sales/sales.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { signInOwner } from "./owner-session.ts";
import { createPageHandler, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let pages: PageHandler;
let cookie: string;
beforeAll(async () => {
  pages = await createPageHandler(store.shop, ({ pattern }) => /^\/admin(\/|$)/.test(pattern));
  cookie = await signInOwner(store.shop);
});

const detailOf = (id: string) => loadOrder(store, id);

async function send(path: string, body: URLSearchParams) {
  const headers = { Origin: ORIGIN, Host: new URL(ORIGIN).host, Cookie: cookie };
  const answer = await pages(new Request(`${ORIGIN}${path}.data`, { method: "POST", headers, body }));
  return { status: answer.status, text: await answer.text() };
}

const openedWith = (order: OrderDetail) => JSON.stringify({ seen: orderStamp(order) });

const post = async (orderId: string, fields: Record<string, string>) =>
  send(
    `/admin/orders/${orderId}`,
    new URLSearchParams({ base: openedWith(await detailOf(orderId)), ...fields }),
  );

const refundedOf = async (orderId: string) => (await detailOf(orderId)).refunds.map(({ amount }) => amount);

test("[RF-1] a total of 0 refunds nothing that costs something", async () => {
  const { orderId, polos } = await deliverOrder(store);
  const form = { intent: "refund", amount: "0.00", reason: "", [`units.${polos}.sent`]: "1" };
  const refused = await post(orderId, form);
  expect([refused.status, await refundedOf(orderId)]).toEqual([422, []]);
  expect(refused.text).toContain("type an amount such as 12.50");
  expect((await post(orderId, { ...form, amount: "32.00" })).status).toBe(200);
  expect(await refundedOf(orderId)).toEqual([3200]);
});

test("[RF-1] free units are removed from the order, and an older form is outdated", async () => {
  const { orderId } = await sellFreeCaps(store);
  const before = await detailOf(orderId);
  const caps = before.items[0]?.id ?? "";
  const form = { intent: "refund", amount: "0.00", reason: "", [`units.${caps}.unsent`]: "1" };
  const done = await post(orderId, { ...form, refundId: store.shop.newId() });
  expect([done.status, await refundedOf(orderId)]).toEqual([200, [0]]);
  expect(done.text).toContain("No money to refund");
  for (const base of [openedWith(before), "", "{}"]) {
    const outdated = await post(orderId, { ...form, base });
    expect([outdated.status, outdated.text.includes("Part of this order was refunded")]).toEqual([409, true]);
  }
  expect((await detailOf(orderId)).items[0]).toMatchObject({ quantity: 2, canceled: 1 });
});

test("[RF-1] a refund that is sent twice is made once, and what is wrong comes back with all that was typed", async () => {
  const { orderId, polos } = await deliverOrder(store);
  const seen = { base: openedWith(await detailOf(orderId)), refundId: store.shop.newId() };
  const form = {
    intent: "refund",
    amount: "32.00",
    reason: "A stain",
    [`units.${polos}.sent`]: "1",
    ...seen,
  };
  const wrong = await post(orderId, { ...form, amount: "a lot" });
  expect(wrong.status).toBe(422);
  for (const text of ["Please enter an amount such as 12.50", "a lot", "A stain"])
    expect(wrong.text).toContain(text);
  expect((await post(orderId, form)).status).toBe(200);
  expect((await post(orderId, form)).status).toBe(409);
  expect((await post(orderId, { ...form, base: openedWith(await detailOf(orderId)) })).status).toBe(200);
  expect(await refundedOf(orderId)).toEqual([3200]);
});

test("[RF-7] a total of 0 does not refund a return: the owner is pointed to 'Received, refund later'", async () => {
  const order = await deliverOrder(store);
  const { orderId, polos } = order;
  const { id: aboutId } = await askedReturn(store, order, returnForm({ [polos]: 2 }));
  await approveReturn(store.shop, {
    orderId,
    returnId: aboutId,
    actor: OWNER,
    answer: "Send it to 1 Links Road",
  });
  const refundId = store.shop.newId();
  const form = { intent: "receive-return", aboutId, refundId, [`lines.${polos}.came`]: "1" };
  const opened = openedWith(await detailOf(orderId));
  const refused = await post(orderId, { ...form, amount: "0.00" });
  expect([refused.status, await refundedOf(orderId)]).toEqual([422, []]);
  expect(refused.text).toContain("Received, refund later");
  expect(await returnsOf(store, order)).toMatchObject([{ state: "approved" }]);
  const later = await post(orderId, { ...form, amount: "0", refund: "later" });
  expect([later.status, await refundedOf(orderId)]).toEqual([200, []]);
  const outdated = await post(orderId, { ...form, amount: "64.00", base: opened });
  expect([outdated.status, outdated.text.includes("Items were marked as received")]).toEqual([409, true]);
  expect((await post(orderId, { ...form, amount: "64.00" })).status).toBe(200);
  expect(await refundedOf(orderId)).toEqual([6400]);
});

test("[RF-5] when several orders are marked as shipped, one corrected since the list was shown is skipped", async () => {
  const [kept, corrected] = [await sell(store), await sell(store)];
  const form = new URLSearchParams({ intent: "shipped", carrier: "UPS" });
  form.append("base", JSON.stringify({ seen: { [kept.orderId]: 0, [corrected.orderId]: 0 } }));
  for (const { orderId } of [kept, corrected]) form.append(`numbers.${orderId}`, `1Z ${orderId.slice(0, 8)}`);
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
  const form = new URLSearchParams({ intent: "shipped", carrier: "UPS", [`numbers.${orderId}`]: "1Z 7" });
  form.append("base", JSON.stringify({ seen: { [orderId]: 0 } }));
  expect((await send("/admin/orders/bulk", form)).status).toBe(200);
  expect((await detailOf(orderId)).fulfillment).toBe("shipped");
  expect((await recallWaiting(store.shop)).shipments).toBe(shipments - 1);
});

test("[AO-1] [OD-2] several orders are marked as shipped only with an order and a tracking number", async () => {
  const { orderId } = await sell(store);
  const note = await post(orderId, { intent: "note", note: "Written before scripts arrived" });
  expect(note.text).toContain("Note added");
  const form = { intent: "shipped", carrier: "UPS", base: JSON.stringify({ seen: { [orderId]: 0 } }) };
  const ship = (fields: Record<string, string>) =>
    send("/admin/orders/bulk", new URLSearchParams({ ...form, ...fields }));
  for (const untracked of [{}, { [`numbers.${orderId}`]: " " }]) {
    const refused = await ship(untracked);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Please enter at least one tracking number.");
  }
  expect((await ship({ [`numbers.${store.shop.newId()}`]: "1Z 7" })).status).toBe(422);
  const shipped = await ship({ [`numbers.${orderId}`]: "1Z 7" });
  expect([shipped.status, shipped.text.includes("1 order marked as shipped")]).toEqual([200, true]);
});
