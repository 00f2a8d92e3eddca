import { expect, test } from "vitest";
import { returnOffer } from "./return-offer.ts";

const delivered = { status: "paid", fulfillment: "delivered" } as const;
const lines = [{ id: "caps", name: "Cap", variation: null, left: 1, options: [] }];
const facts = { arrivedOn: "2026-02-26", today: "2026-03-01", days: 3, lines };

test("[RF-7] a return can be asked for from when something has left until the window has passed", () => {
  expect(returnOffer(delivered, facts)).toEqual({ kind: "open", until: "2026-03-01", lines });
  expect(returnOffer(delivered, { ...facts, today: "2026-03-02" })).toEqual({
    kind: "late",
    until: "2026-03-01",
  });
  expect(returnOffer(delivered, { ...facts, days: null, today: "2036-01-01" })).toEqual({
    kind: "open",
    until: null,
    lines,
  });
  expect(returnOffer(delivered, { ...facts, arrivedOn: null })).toEqual({ kind: "early" });
});

test("[RF-7] a shop that takes nothing back promises no return before the shipment has left either", () => {
  for (const arrivedOn of [facts.arrivedOn, null])
    expect(returnOffer(delivered, { ...facts, days: 0, arrivedOn })).toEqual({ kind: "never" });
});

test("[RF-7] nothing is offered where nothing is left, or no money is", () => {
  expect(returnOffer(delivered, { ...facts, lines: [] })).toBeNull();
  expect(returnOffer({ ...delivered, status: "refunded" }, facts)).toBeNull();
  expect(returnOffer({ ...delivered, status: "pending" }, facts)).toBeNull();
  expect(returnOffer({ ...delivered, fulfillment: "canceled" }, facts)).toBeNull();
});
