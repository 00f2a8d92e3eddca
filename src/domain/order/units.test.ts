import { expect, test } from "vitest";
import type { OrderItem } from "./order.ts";
import { packedLines, unitsKept, unitsToSend, unitsWithShopper } from "./units.ts";

const item = (change: Partial<OrderItem>): OrderItem => ({
  ...{ id: "polo", productId: null, name: "Polo", image: null, variation: "M", price: 7200 },
  ...{ quantity: 3, refunded: 0, canceled: 0, sent: 0, ...change },
});

test("[RF-2] sold units are to be sent, sent, or canceled; refunded ones are not kept", () => {
  const part = item({ quantity: 5, refunded: 2, canceled: 1, sent: 2 });
  expect([unitsToSend(part), unitsWithShopper(part), unitsKept(part)]).toEqual([2, 1, 3]);
});

test("[RF-2] a packing slip lists what remains, then what was sent, and nothing of a refunded order", () => {
  const quantities = (status: "paid" | "refunded", ...items: OrderItem[]) =>
    packedLines({ status, items }).map(({ quantity }) => quantity);
  expect(quantities("paid", item({ refunded: 1, canceled: 1 }), item({ refunded: 3, canceled: 3 }))).toEqual([
    2,
  ]);
  expect(quantities("paid", item({ refunded: 1, canceled: 1, sent: 2 }))).toEqual([2]);
  expect(quantities("refunded", item({}))).toEqual([]);
});
