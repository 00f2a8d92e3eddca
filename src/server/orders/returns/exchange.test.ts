// Units that came are exchanged for another size: held from the approval on, and sent on the same order.
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { everyOrder } from "#domain/order/order-search.ts";
import { HELD_DAYS } from "#domain/returns/return-request.ts";
import { addDays, formatDay, shopDay } from "#domain/text/dates.ts";
import { DEFAULT_TIME_ZONE } from "#domain/text/default-time-zone.ts";
import { loadOrder } from "#test/sales/orders.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { askedReturn, deliverOrder, linkOf, returnForm, returnsOf } from "#test/sales/returns.ts";
import { sell } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, removeVariant, stockOf } from "#test/shop/products.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { listAuditLog } from "../../settings/audit/list-audit-log.ts";
import { cancelPaidOrder } from "../changes/cancel-paid-order.ts";
import { refundOrder } from "../changes/refund-order.ts";
import { findOrderPage } from "../links/find-order-page.ts";
import { listOrders, loadPackingSlips } from "../list-orders.ts";
import { listToPack } from "../packing/list-to-pack.ts";
import { fulfillOrder } from "../shipments/fulfill-order.ts";
import { askForReturn, takeReturnBack } from "./ask-for-return.ts";
import { approveReturn, closeReturn, declineReturn } from "./decide-return.ts";
import { type ReceiveReturn, receiveReturn } from "./receive-return.ts";
import { releaseExpiredHolds } from "./release-expired-holds.ts";

const store = freshShop({}, closeWithBooks);

const DAY_MS = 24 * 60 * 60_000;

type Delivered = Awaited<ReturnType<typeof deliverOrder>>;

const exchangeForm = (order: Delivered, quantity = 1, wanted = "for L") =>
  returnForm({ [order.polos]: quantity }, { [`wanted-${order.polos}`]: wanted });

const askForL = (order: Delivered, quantity?: number) =>
  askedReturn(store, order, exchangeForm(order, quantity));

const approve = (orderId: string, returnId: string, asRefund = false) =>
  approveReturn(store.shop, { orderId, returnId, actor, answer: "Send it to 1 Links Road", asRefund });

/** An approved exchange of so many polos. */
async function approved(quantity = 1, order?: Delivered) {
  const known = order ?? (await deliverOrder(store));
  const { id: returnId } = await askForL(known, quantity);
  expect(await approve(known.orderId, returnId)).toEqual({ ok: true });
  return { ...known, returnId };
}

type Approved = Awaited<ReturnType<typeof approved>>;

function receive({ orderId, returnId, polos }: Approved, change: Partial<ReceiveReturn> = {}) {
  return receiveReturn(store.shop, {
    ...{ orderId, returnId, actor, came: { [polos]: 1 }, seen: 0, refund: null },
    ...{ exchange: { itemIds: [polos], restock: [polos] }, ...change },
  });
}

const shelf = async (polo: string) =>
  Object.fromEntries(
    (await stockOf(store.shop, polo)).map(({ variation, on_hand, held }) => [variation, [on_hand, held]]),
  );
const detailOf = (id: string) => loadOrder(store, id);
const lineOf = ({ items }: Awaited<ReturnType<typeof detailOf>>, variation: string) =>
  items.find((line) => line.variation === variation);
const stateOf = async (orderId: string) => (await returnsOf(store, { orderId })).map(({ state }) => state);
const ship = (orderId: string) =>
  fulfillOrder(store.shop, {
    ...{ orderId, actor, step: { to: "shipped", carrier: "UPS", trackingNumber: "" } },
  });
const deliver = (orderId: string) => fulfillOrder(store.shop, { orderId, actor, step: { to: "delivered" } });
const mailed = async () => {
  store.mailbox.length = 0;
  await sendDueMails(store.shop, { limit: 50 });
  return store.mailbox;
};

describe("[RF-7] an exchange", () => {
  test("holds its unit, is sent on the same order, and arrives as a second shipment", async () => {
    const order = await approved();
    const { orderId, polo, polos } = order;
    const says = async () => (await findOrderPage(store.shop, { token: order.token }))?.hasExchange;
    expect(await says()).toBe(false);
    expect(await shelf(polo)).toEqual({ M: [7, 0], L: [1, 1], XL: [0, 0] });
    expect((await mailed()).find(({ subject }) => subject.startsWith("Your exchange"))?.text).toContain(
      "Your replacement is reserved until",
    );
    expect(await receive(order)).toEqual({ ok: true, refund: null, exchanged: 1 });
    expect(await shelf(polo)).toEqual({ M: [8, 0], L: [0, 0], XL: [0, 0] });
    expect(await stateOf(orderId)).toEqual(["exchanged"]);
    expect(await says()).toBe(true);
    const packing = await detailOf(orderId);
    expect(packing.fulfillment).toBe("unfulfilled");
    expect(packing.items).toHaveLength(3);
    expect(lineOf(packing, "M")).toMatchObject({ id: polos, quantity: 2, sent: 2, refunded: 0 });
    expect(lineOf(packing, "L")).toMatchObject({ quantity: 1, sent: 0, price: 3200 });
    expect(packing.corrections).toMatchObject([
      { kind: "exchange", before: { items: "1 × Polo (M)" }, after: { items: "1 × Polo (L)" } },
    ]);
    const mail = (await mailed()).find(({ subject }) => subject.startsWith("Your exchange"));
    expect(mail?.text).toContain("We're sending you 1 × Polo (L) in exchange");
    const listed = async () => (await listOrders(store.shop, { ...everyOrder, tab: "to-ship" })).orders;
    expect(await listed()).toMatchObject([{ id: orderId, hasShipments: true }]);
    expect(await ship(orderId)).toMatchObject({ ok: true, left: 0 });
    const sent = (await mailed()).find(({ subject }) => subject.includes("on its way"));
    expect(sent?.text).toContain("1 × Polo (L)");
    expect(sent?.text).not.toContain("Cap");
    expect(await listed()).toEqual([]);
    expect(await deliver(orderId)).toMatchObject({ ok: true });
    const done = await detailOf(orderId);
    expect(done.fulfillment).toBe("delivered");
    expect(done.shipments.map(({ lines }) => lines.length)).toEqual([2, 1]);
    expect(done.shipmentEvents.filter(({ to }) => to === "delivered")).toHaveLength(2);
  });

  test.each([
    ["more is sent for what was paid", 3600, { refunded: 0, price: 3200 }],
    ["less gives the difference back", 3000, { refunded: 200, price: 3000 }],
  ])("a size that costs %s", async (_, cents, { refunded, price }) => {
    const order = await approved();
    await store.shop.db
      .updateTable("inventory")
      .set({ price: cents })
      .where("product_id", "=", order.polo)
      .where("variation", "=", "L")
      .execute();
    expect(await receive(order)).toEqual({ ok: true, refund: null, exchanged: 1 });
    const exchanged = await detailOf(order.orderId);
    expect(exchanged.refunded).toBe(refunded);
    expect(lineOf(exchanged, "L")).toMatchObject({ quantity: 1, price });
  });

  test("packs only what is exchanged, and what is exchanged can be sent back again", async () => {
    const order = await approved();
    const { orderId } = order;
    await receive(order);
    const [slip] = await loadPackingSlips(store.shop, [orderId]);
    expect(slip?.items.filter(({ quantity, sent }) => quantity > sent)).toMatchObject([{ variation: "L" }]);
    // Its promise was kept long ago.
    store.clock.advance(20 * DAY_MS);
    expect((await listToPack(store.shop, { after: null })).orders).toMatchObject([
      { id: orderId, urgency: null },
    ]);
    await ship(orderId);
    const line = lineOf(await detailOf(orderId), "L");
    const typed = returnForm({ [line?.id ?? ""]: 1 });
    const { id: returnId } = await askedReturn(store, order, typed);
    await approve(orderId, returnId);
    const refund = { refundId: store.shop.newId(), amount: "parts", shipping: 0, restock: [] } as const;
    const came = { [line?.id ?? ""]: 1 };
    expect(
      await receiveReturn(store.shop, { orderId, returnId, actor, came, seen: 0, refund }),
    ).toMatchObject({ ok: true, refund: { amount: 3200 }, exchanged: 0 });
  });

  test("a second arrival of an order is safe, also when what was exchanged is refunded before it leaves", async () => {
    const order = await approved();
    const { orderId } = order;
    await receive(order);
    const line = lineOf(await detailOf(orderId), "L");
    await refundOrder(store.shop, {
      ...{ orderId, actor, reason: "found it", amount: "parts", restock: true },
      parts: { units: { [line?.id ?? ""]: { unsent: 1, sent: 0 } }, shipping: 0 },
    });
    expect((await detailOf(orderId)).fulfillment).toBe("shipped");
    expect([await deliver(orderId), await deliver(orderId)]).toMatchObject([{ ok: true }, { ok: false }]);
    expect((await detailOf(orderId)).fulfillment).toBe("delivered");
  });

  test("of two units one is exchanged and the other refunded, no matter what was wanted", async () => {
    const order = await deliverOrder(store);
    const { orderId, polos, polo } = order;
    await store.shop.pool.query("select set_on_hand($1, 'L', 5, 1, 'test', $2)", [
      polo,
      new Date(store.clock.now()),
    ]);
    const both = await approved(2, order);
    expect(await shelf(polo)).toMatchObject({ L: [5, 2] });
    expect(await receive(both, { exchange: { itemIds: [polos], restock: [] } })).toMatchObject({
      exchanged: 1,
    });
    expect(await stateOf(orderId)).toEqual(["received"]);
    expect(await shelf(polo)).toMatchObject({ M: [7, 0], L: [4, 1] });
    const refund = { refundId: store.shop.newId(), amount: "parts", shipping: 0, restock: [polos] } as const;
    const rest = { seen: 1, refund, exchange: { itemIds: [], restock: [] } };
    expect(await receive(both, rest)).toMatchObject({ refund: { amount: 3200 }, exchanged: 0 });
    expect(await shelf(polo)).toMatchObject({ M: [8, 0], L: [4, 0] });
    expect(await stateOf(orderId)).toEqual(["exchanged"]);
    // The same form again refunds nothing twice.
    expect(await receive(both, rest)).toMatchObject({ refund: { amount: 3200 } });
  });

  test("fewer units than asked for come: those are exchanged, and the rest is released at the end", async () => {
    const order = await deliverOrder(store);
    await store.shop.pool.query("select set_on_hand($1, 'L', 5, 1, 'test', $2)", [
      order.polo,
      new Date(store.clock.now()),
    ]);
    const three = await approved(3, order);
    expect(await receive(three)).toMatchObject({ exchanged: 1 });
    expect(await shelf(order.polo)).toMatchObject({ L: [4, 2] });
    expect(await closeReturn(store.shop, { ...three, actor })).toEqual({ ok: true });
    expect(await shelf(order.polo)).toMatchObject({ L: [4, 0] });
    const now = await detailOf(order.orderId);
    expect([lineOf(now, "M")?.quantity, lineOf(now, "L")?.quantity]).toEqual([2, 1]);
  });

  test("a form that is sent twice exchanges once", async () => {
    const order = await approved();
    expect(await receive(order)).toMatchObject({ ok: true });
    expect(await receive(order)).toMatchObject({ ok: false, reason: "not_open" });
    expect((await detailOf(order.orderId)).items).toHaveLength(3);
  });

  test("whose last unit is sold in the meantime is not approved, and the owner offers a refund", async () => {
    const second = await deliverOrder(store);
    const { id: other } = await askForL(second);
    await sell(store, {
      change: { items: [{ productId: second.polo, variation: "L", quantity: 1 }], amountSeen: 3200 + 599 },
    });
    const soldOut = { ok: false, reason: "sold_out", name: "Polo (L)" };
    expect(await approve(second.orderId, other)).toEqual(soldOut);
    expect(await stateOf(second.orderId)).toEqual(["requested"]);
    expect(await approve(second.orderId, other, true)).toEqual({ ok: true });
    const letter = (await mailed()).find(({ text }) => text.includes("The replacement isn't available"));
    expect(letter?.subject).toMatch(/^Your return/);
    const exchange = { orderId: second.orderId, returnId: other, actor, came: { [second.polos]: 1 } };
    expect(
      await receiveReturn(store.shop, {
        ...{ ...exchange, seen: 0, refund: null, exchange: { itemIds: [second.polos], restock: [] } },
      }),
    ).toEqual({ ok: false, reason: "not_wanted" });
    expect(await stateOf(second.orderId)).toEqual(["approved"]);
  });

  test("is asked for once, from what is in stock; a form with more is refused and holds nothing", async () => {
    const order = await deliverOrder(store);
    const form = (typed: Record<string, string>) => ({
      ...{ token: order.token, returnId: store.shop.newId(), typed, ip: "192.0.2.1" },
    });
    const errors = { [`wanted-${order.polos}`]: expect.stringContaining("XL is now sold out") };
    expect(await askForReturn(store.shop, form(exchangeForm(order, 1, "for XL")))).toMatchObject({ errors });
    const typed = exchangeForm(order, 1);
    const twice = form(typed);
    expect(await askForReturn(store.shop, twice)).toMatchObject({ ok: true, isNew: true });
    expect(await askForReturn(store.shop, twice)).toMatchObject({ ok: true, isNew: false });
    expect(await returnsOf(store, order)).toMatchObject([{ wish: "exchange", lines: [{ wanted: "L" }] }]);
    expect(await shelf(order.polo)).toMatchObject({ L: [1, 0] });
  });

  test("that is declined, taken back or closed lets its unit go", async () => {
    const order = await approved();
    expect(await takeReturnBack(store.shop, order)).toEqual({ ok: true });
    expect(await shelf(order.polo)).toMatchObject({ L: [1, 0] });
    const again = await approved(1, order);
    await closeReturn(store.shop, { ...again, actor });
    expect(await shelf(order.polo)).toMatchObject({ L: [1, 0] });
    const { id: returnId } = await askForL(order);
    await declineReturn(store.shop, { ...order, returnId, actor, answer: "Worn" });
    expect(await shelf(order.polo)).toMatchObject({ L: [1, 0] });
  });

  test("holds its unit for three weeks; then it ends, once, and the customer gets an email and may ask again", async () => {
    const order = await approved();
    const { orderId, polo } = order;
    const [{ heldUntil } = { heldUntil: null }] = await returnsOf(store, order);
    expect(heldUntil).toBe(addDays(shopDay(store.shop.clock(), DEFAULT_TIME_ZONE), HELD_DAYS));
    expect((await mailed()).find(({ subject }) => subject.startsWith("Your exchange"))?.text).toContain(
      `reserved until ${formatDay(heldUntil ?? "")}.`,
    );
    store.clock.advance(HELD_DAYS * DAY_MS);
    expect(await releaseExpiredHolds(store.shop)).toEqual({ released: 0 });
    store.clock.advance(DAY_MS);
    expect(await releaseExpiredHolds(store.shop)).toEqual({ released: 1 });
    expect(await releaseExpiredHolds(store.shop)).toEqual({ released: 0 });
    expect(await shelf(polo)).toMatchObject({ L: [1, 0] });
    expect(await returnsOf(store, order)).toMatchObject([{ state: "closed", heldUntil: null }]);
    const told = (await mailed()).filter(({ subject }) => subject.includes("has ended"));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain("1 × Polo (M) for L");
    const { entries } = await listAuditLog(store.shop, { kind: "orders", before: null });
    expect(entries[0]).toMatchObject({
      actor: "the shop",
      action: "return.hold_expired",
      before: { heldUntil },
    });
    expect(await receive(order)).toEqual({ ok: false, reason: "not_open", state: "closed" });
    await askForL(order);
    expect((await detailOf(orderId)).returns).toMatchObject([{ state: "closed" }, { state: "requested" }]);
  });

  test("keeps nothing aside for what is to be refunded", async () => {
    const order = await deliverOrder(store);
    const { id: returnId } = await askedReturn(store, order, returnForm({ [order.caps]: 1 }));
    await approve(order.orderId, returnId);
    const kept = [{ state: "approved", heldUntil: null }];
    expect(await returnsOf(store, order)).toMatchObject(kept);
    store.clock.advance((HELD_DAYS + 1) * DAY_MS);
    expect(await releaseExpiredHolds(store.shop)).toEqual({ released: 0 });
    const released = (await mailed()).filter(({ subject }) => subject.endsWith("is no longer reserved"));
    expect(released).toEqual([]);
  });

  test("that is back, and not settled, lets its unit go without a word of a shipment that has not come", async () => {
    const order = await approved();
    expect(await receive(order, { exchange: { itemIds: [], restock: [] } })).toMatchObject({ exchanged: 0 });
    store.clock.advance((HELD_DAYS + 1) * DAY_MS);
    expect(await releaseExpiredHolds(store.shop)).toEqual({ released: 1 });
    expect(await shelf(order.polo)).toMatchObject({ L: [1, 0] });
    const told = (await mailed()).filter(({ subject }) => subject.endsWith("is no longer reserved"));
    expect(told).toEqual([]);
  });

  describe("whose units are refunded in another way", () => {
    const refundOtherwise = ({ orderId, polos }: Delivered, sent: number) =>
      refundOrder(store.shop, {
        ...{ orderId, actor, reason: "keep it", amount: "parts", restock: false },
        parts: { units: { [polos]: { unsent: 0, sent } }, shipping: 0 },
      });
    const pageOf = async ({ orderId }: Delivered) => (await returnsOf(store, { orderId }))[0];
    const toldExpired = async () =>
      (await mailed()).filter(({ subject }) => /(is no longer reserved|has ended)$/.test(subject));

    test("releases its unit with the refund, and no email says that a shipment is expected", async () => {
      const order = await approved();
      await refundOtherwise(order, 3);
      expect(await pageOf(order)).toMatchObject({
        state: "approved",
        heldUntil: null,
        lines: [{ wanted: null }],
      });
      expect(await shelf(order.polo)).toMatchObject({ L: [1, 0] });
      store.clock.advance((HELD_DAYS + 1) * DAY_MS);
      expect(await releaseExpiredHolds(store.shop)).toEqual({ released: 0 });
      expect(await toldExpired()).toEqual([]);
      expect(await receive(order)).toEqual({ ok: false, reason: "not_wanted" });
    });

    test("releases its unit when it had come back before, with which the return is over", async () => {
      const order = await approved();
      await receive(order, { exchange: { itemIds: [], restock: [] } });
      expect(await shelf(order.polo)).toMatchObject({ L: [1, 1] });
      await refundOtherwise(order, 3);
      expect(await pageOf(order)).toMatchObject({ state: "refunded", heldUntil: null });
      expect(await shelf(order.polo)).toMatchObject({ L: [1, 0] });
    });

    test("keeps aside what can still come back, and as long as it was promised", async () => {
      const order = await deliverOrder(store);
      await store.shop.pool.query("select set_on_hand($1, 'L', 5, 1, 'test', $2)", [
        order.polo,
        new Date(store.clock.now()),
      ]);
      const two = await approved(2, order);
      await refundOtherwise(two, 1);
      // It may have been the third one, whose return was not requested.
      expect(await shelf(order.polo)).toMatchObject({ L: [5, 2] });
      await refundOtherwise(two, 1);
      expect(await shelf(order.polo)).toMatchObject({ L: [5, 1] });
      const kept = { heldUntil: expect.any(String), lines: [{ wanted: "L" }] };
      expect(await pageOf(two)).toMatchObject(kept);
      expect(await toldExpired()).toEqual([]);
      expect(await receive(two)).toMatchObject({ ok: true, exchanged: 1 });
      expect(await shelf(order.polo)).toMatchObject({ L: [4, 0] });
      expect((await pageOf(two))?.state).toBe("received");
    });

    test("ends when the day comes first, and then the customer gets an email", async () => {
      const order = await approved();
      await refundOtherwise(order, 2);
      store.clock.advance((HELD_DAYS + 1) * DAY_MS);
      expect(await releaseExpiredHolds(store.shop)).toEqual({ released: 1 });
      expect(await toldExpired()).toHaveLength(1);
    });
  });

  test("of three lines releases what was held for the one that came", async () => {
    const polo = await addProduct(store.shop, { name: "Polo", stock: { S: 9, M: 9, L: 9, XL: 3, XXL: 1 } });
    const items = [
      { productId: polo, variation: "L", quantity: 1 },
      { productId: polo, variation: "M", quantity: 2 },
      { productId: polo, variation: "S", quantity: 1 },
    ];
    const { orderId } = await sell(store, { change: { items, amountSeen: 4 * 3200 + 599 } });
    await ship(orderId);
    await deliver(orderId);
    const sold = await detailOf(orderId);
    const idOf = (variation: string) => lineOf(sold, variation)?.id ?? "";
    const [s, m, l] = [idOf("S"), idOf("M"), idOf("L")];
    const wanted = { [`wanted-${m}`]: "for XL", [`wanted-${l}`]: "for XL", [`wanted-${s}`]: "for XXL" };
    const token = linkOf(store, orderId);
    const { id: returnId } = await askedReturn(
      store,
      { orderId, token },
      returnForm({ [s]: 1, [m]: 2, [l]: 1 }, wanted),
    );
    await approve(orderId, returnId);
    expect(await shelf(polo)).toMatchObject({ XL: [3, 3], XXL: [1, 1] });
    const comes = (id: string, quantity: number, seen: number) =>
      receiveReturn(store.shop, {
        ...{ orderId, returnId, actor, came: { [id]: quantity }, seen, refund: null },
        exchange: { itemIds: [id], restock: [] },
      });
    expect(await comes(m, 2, 0)).toMatchObject({ ok: true, exchanged: 2 });
    expect(await shelf(polo)).toMatchObject({ XL: [1, 1], XXL: [1, 1] });
    expect(await comes(l, 1, 2)).toMatchObject({ ok: true, exchanged: 1 });
    expect(await shelf(polo)).toMatchObject({ XL: [0, 0], XXL: [1, 1] });
  });

  test("that was released and sold to others is refused by name, and refunded instead", async () => {
    const order = await approved();
    // It is back, and the owner has not decided about it yet.
    await receive(order, { exchange: { itemIds: [], restock: [] } });
    store.clock.advance((HELD_DAYS + 1) * DAY_MS);
    await releaseExpiredHolds(store.shop);
    await sell(store, {
      change: {
        items: [{ productId: order.polo, variation: "L", quantity: 1 }],
        amountSeen: 3200 + 599,
      },
    });
    const rest = { came: {}, seen: 1 };
    expect(await receive(order, rest)).toEqual({ ok: false, reason: "sold_out", name: "Polo (L)" });
    const refund = { refundId: store.shop.newId(), amount: "parts", shipping: 0, restock: [] } as const;
    const instead = { exchange: { itemIds: [], restock: [] }, refund };
    expect(await receive(order, { ...rest, ...instead })).toMatchObject({
      ok: true,
      refund: { amount: 3200 },
    });
  });

  test("of a size that the owner has removed is not approved or received, but refunded", async () => {
    const gone = { ok: false, reason: "sold_out", name: "Polo (L)" };
    const asked = await deliverOrder(store);
    const { id: returnId } = await askForL(asked);
    await removeVariant(store.shop, asked.polo, "L");
    expect(await approve(asked.orderId, returnId)).toEqual(gone);
    expect(await approve(asked.orderId, returnId, true)).toEqual({ ok: true });

    const order = await approved();
    await receive(order, { exchange: { itemIds: [], restock: [] } });
    store.clock.advance((HELD_DAYS + 1) * DAY_MS);
    await releaseExpiredHolds(store.shop);
    await removeVariant(store.shop, order.polo, "L");
    expect(await receive(order, { came: {}, seen: 1 })).toEqual(gone);
    const refund = { refundId: store.shop.newId(), amount: "parts", shipping: 0, restock: [] } as const;
    const instead = { came: {}, seen: 1, exchange: { itemIds: [], restock: [] }, refund };
    expect(await receive(order, instead)).toMatchObject({ ok: true, refund: { amount: 3200 } });
  });

  test("of a refunded order is refused, and nothing of the form is stored", async () => {
    const order = await approved();
    const { orderId, polos } = order;
    await refundOrder(store.shop, {
      orderId,
      amount: 19_199 + 599 - 3200,
      reason: "gift",
      restock: false,
      actor,
    });
    const left = (await detailOf(orderId)).items.find(({ id }) => id === polos);
    expect(left?.refunded).toBe(0);
    await refundOrder(store.shop, { orderId, amount: "rest", reason: "gift", restock: false, actor });
    expect(await receive(order)).toMatchObject({ ok: false });
    expect(await returnsOf(store, order)).toMatchObject([{ state: "approved", lines: [{ received: 0 }] }]);
  });
});

test("[RF-3] [RF-7] an order all of which came back for an exchange has left once, so it is not canceled", async () => {
  const order = await deliverOrder(store, { caps: 0 });
  await sql`select set_on_hand(${order.polo}, 'L', 5, 1, 'test', now())`.execute(store.shop.db);
  const known = await approved(3, order);
  expect(await receive(known, { came: { [order.polos]: 3 } })).toMatchObject({ ok: true });
  expect(await detailOf(order.orderId)).toMatchObject({ fulfillment: "unfulfilled" });
  const cancel = { orderId: order.orderId, reason: "changed my mind", actor };
  expect(await cancelPaidOrder(store.shop, cancel)).toEqual({ ok: false, reason: "shipped" });
});
