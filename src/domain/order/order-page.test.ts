import { expect, test } from "vitest";
import { fulfillmentStatuses, type OrderStatus, orderStatuses } from "./order.ts";
import {
  formatOrderEvent,
  formatOrderState,
  historyOfMoney,
  isAwaited,
  maskEmail,
  progressOf,
} from "./order-page.ts";

test("[RF-4] an order of which only a part has left says so", () => {
  const order = { status: "paid", fulfillment: "unfulfilled" } as const;
  expect(formatOrderState({ ...order, shipments: [{}] }).title).toBe("Part of your order is on its way");
  expect(progressOf({ ...order, shipments: [{}] })?.[1]).toEqual({ name: "Packed", state: "now" });
  expect(formatOrderState({ ...order, fulfillment: "shipped", shipments: [{}] }).title).toBe(
    "Your order is on its way",
  );
});

test("[RF-7] an order whose units are exchanged says so, and its old promise no more", () => {
  const order = { status: "paid", fulfillment: "unfulfilled", shipments: [{}], hasExchange: true } as const;
  expect(formatOrderState(order).title).toBe("Your exchange is being packed");
  expect(isAwaited(order)).toBe(false);
  expect(formatOrderState({ ...order, fulfillment: "shipped" }).title).toBe("Your order is on its way");
});

test("[RF-4] an order that is being packed promises no tracking number: a letter has none", () => {
  const { explanation } = formatOrderState({ status: "paid", fulfillment: "unfulfilled" });
  expect(explanation).toBe("We've received your payment. We'll email you when your order ships.");
});

test("[RF-7] a delivered order promises no return: the shop may take nothing back, or the window be over", () => {
  for (const shipments of [[{ way: "carrier" }], [{ way: "pickup" }]] as const)
    expect(formatOrderState({ status: "paid", fulfillment: "delivered", shipments }).explanation).toBe(
      "Enjoy! Is something not right? Tell us below.",
    );
});

test("[RF-2] an order of which everything was refunded before it left does not say that it is packed", () => {
  const item = { ...{ id: "cap", productId: null, name: "Cap", image: null, variation: null }, price: 3200 };
  const gone = { ...item, quantity: 2, refunded: 2, canceled: 2, sent: 0 };
  const order = { status: "partially_refunded" as const, fulfillment: "unfulfilled" as const, items: [gone] };
  expect(formatOrderState(order).title).toBe("Nothing left to ship");
  expect([progressOf(order), isAwaited(order)]).toEqual([null, false]);
  const one = { ...order, items: [{ ...gone, canceled: 1 }] };
  expect(formatOrderState(one).title).toBe("We're preparing your order");

  const asked = { ...order, status: "disputed" as const };
  expect(formatOrderState(asked).title).toBe("Nothing left to ship");
  expect([progressOf(asked), isAwaited(asked)]).toEqual([null, false]);
});

test("[RF-3] a canceled order will not be shipped, whether it was refunded or not", () => {
  for (const status of ["refunded", "partially_refunded", "paid"] as const)
    expect(formatOrderState({ status, fulfillment: "canceled" }).explanation).toContain("Nothing will ship.");
});

test("a paid order shows where its shipment is", () => {
  expect(
    fulfillmentStatuses.map((fulfillment) => formatOrderState({ status: "paid", fulfillment }).title),
  ).toEqual([
    "We're preparing your order",
    "Your order is on its way",
    "Your order was delivered",
    "Your order was returned",
    "Your order was canceled",
  ]);
});

test("[RF-4] an order that its customer picked up is not on its way, and nothing of it is late", () => {
  const pickup = { way: "pickup" } as const;
  for (const fulfillment of ["shipped", "delivered"] as const) {
    const order = { status: "paid" as const, fulfillment, shipments: [pickup, pickup] };
    expect(formatOrderState(order).title).toBe("Your order was picked up");
    expect(progressOf(order)?.map(({ name }) => name)).toEqual(["Placed", "Packed", "Picked up"]);
    expect(progressOf(order)?.at(-1)?.state).toBe("now");
    expect(isAwaited(order)).toBe(false);
  }
  const sent = { status: "paid", fulfillment: "shipped", shipments: [pickup, { way: "letter" }] } as const;
  expect(formatOrderState(sent).title).toBe("Your order is on its way");
  expect([progressOf(sent)?.length, isAwaited(sent)]).toEqual([4, true]);
  const begun = { status: "paid", fulfillment: "unfulfilled", shipments: [pickup] } as const;
  expect(formatOrderState(begun).title).toBe("Part of your order was picked up");
  expect([progressOf(begun)?.length, isAwaited(begun)]).toEqual([4, true]);
  expect(formatOrderState({ ...begun, fulfillment: "returned" }).title).toBe("Your order was returned");
});

test("a customer who was not charged can read that", () => {
  for (const status of ["failed", "canceled"] as const) {
    expect(formatOrderState({ status, fulfillment: "unfulfilled" }).explanation).toContain(
      "You were not charged",
    );
  }
  expect(formatOrderState({ status: "processing", fulfillment: "unfulfilled" }).explanation).toContain(
    "no need to order again",
  );
});

test("a refund is shown before where the shipment is", () => {
  expect(formatOrderState({ status: "refunded", fulfillment: "shipped" }).title).toBe(
    "Your order was refunded",
  );
  expect(formatOrderState({ status: "partially_refunded", fulfillment: "shipped" })).toMatchObject({
    title: "Your order is on its way",
    explanation: expect.stringContaining("We refunded part of the amount"),
  });
});

test("each step of a shipment has its line in the history", () => {
  const told = (["shipped", "delivered", "returned"] as const).map((status) => formatOrderEvent({ status }));
  expect(told).toEqual(["Shipped", "Delivered", "Returned to us"]);
});

/** The history of an order that went through these states, a minute each; an extra payment was refunded in each of `returned`. */
function moneyOf(states: readonly OrderStatus[], returned: readonly number[] = []) {
  const at = (minute: number) => new Date(minute * 60_000).toISOString();
  const events = states.map((to, step) => ({ from: states[step - 1] ?? null, to, at: at(step) }));
  return historyOfMoney(events, returned.map(at)).map(({ status }) => status);
}

test("[AS-2] a payment is shown as received once, and a change back to it as what it was", () => {
  const told = (...states: OrderStatus[]) => moneyOf(["pending", "paid", ...states]).slice(2);
  expect(told("partially_refunded", "paid")).toEqual(["partially_refunded", "refund_failed"]);
  expect(told("refunded", "partially_refunded")).toEqual(["refunded", "refund_failed"]);
  expect(told("partially_refunded", "paid", "refunded")).toEqual([
    "partially_refunded",
    "refund_failed",
    "refunded",
  ]);
  for (const before of [[], ["partially_refunded"], ["refunded"]] satisfies OrderStatus[][]) {
    const states = [...before, "disputed", before[0] ?? "paid"] as const;
    expect(told(...states)).toEqual([...before, "disputed", "dispute_settled"]);
  }
  expect(told("disputed", "refunded")).toEqual(["disputed", "refunded"]);
  expect(told("disputed", "partially_refunded")).toEqual(["disputed", "partially_refunded"]);
  expect(moneyOf(["pending", "failed", "canceled", "paid"]).at(-1)).toBe("paid");
});

test("[AS-2] [RF-5] of a refunded order, an extra payment that comes too late and is refunded is no failed refund", () => {
  const states: OrderStatus[] = ["pending", "paid", "refunded", "partially_refunded", "refunded"];
  expect(moneyOf(states, [3])).toEqual(["pending", "paid", "refunded"]);
  expect(moneyOf([...states, "partially_refunded"], [3]).slice(3)).toEqual(["refund_failed"]);
});

test("no state of an order is left without words", () => {
  for (const status of orderStatuses) {
    expect(formatOrderEvent({ status }).length).toBeGreaterThan(5);
    for (const fulfillment of fulfillmentStatuses) {
      const { title, explanation } = formatOrderState({ status, fulfillment });
      expect([title, explanation].every((text) => text.length > 10)).toBe(true);
    }
  }
});

test("[AS-2] the progress goes from placed to delivered, and an order that has ended has none", () => {
  const states = (fulfillment: (typeof fulfillmentStatuses)[number]) =>
    progressOf({ status: "paid", fulfillment })?.map(({ name, state }) => `${name}: ${state}`);
  expect(states("unfulfilled")).toEqual([
    "Placed: now",
    "Packed: ahead",
    "On its way: ahead",
    "Delivered: ahead",
  ]);
  expect(states("shipped")).toEqual(["Placed: done", "Packed: done", "On its way: now", "Delivered: ahead"]);
  expect(states("delivered")?.at(-1)).toBe("Delivered: now");
  expect(states("returned")).toBeUndefined();
  for (const status of ["failed", "canceled", "refunded"] as const) {
    expect(progressOf({ status, fulfillment: "unfulfilled" })).toBeNull();
  }
});

test("[PA-1] the promised days are said while the shipment is awaited", () => {
  const awaited = (status: (typeof orderStatuses)[number]) =>
    fulfillmentStatuses.filter((fulfillment) => isAwaited({ status, fulfillment }));
  for (const status of ["paid", "partially_refunded", "disputed"] as const)
    expect(awaited(status)).toEqual(["unfulfilled", "shipped"]);
  for (const status of ["pending", "processing", "failed", "canceled", "refunded"] as const)
    expect(awaited(status)).toEqual([]);
});

test("[AS-1] a masked address shows its first letter and its domain", () => {
  expect(maskEmail("pat@example.com")).toBe("p…@example.com");
  expect(maskEmail("é.b@example.com")).toBe("é…@example.com");
  expect(maskEmail("nonsense")).toBe("…");
});
