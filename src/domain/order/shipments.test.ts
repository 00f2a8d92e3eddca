import { expect, test } from "vitest";
import type { OrderItem } from "./order.ts";
import { allToSend, formatShipment, refuseShipment, trackingUrl } from "./shipments.ts";

const item = (id: string, change: Partial<OrderItem> = {}): OrderItem => ({
  ...{ id, productId: null, name: id, image: null, variation: null, quantity: 3, price: 3200 },
  ...{ refunded: 0, canceled: 0, sent: 0, ...change },
});

test("a shipment is named by its carrier and number, or by the way it went", () => {
  expect(formatShipment({ way: "letter", carrier: "", trackingNumber: "" })).toBe("Mail without tracking");
  expect(formatShipment({ way: "carrier", carrier: "UPS", trackingNumber: "" })).toBe("UPS");
});

test("[OD-2] a tracking number can't lead anywhere else than to its carrier", () => {
  expect(trackingUrl({ carrier: "ups", trackingNumber: "1Z 999" })).toBe(
    "https://www.ups.com/track?tracknum=1Z999",
  );
  expect(trackingUrl({ carrier: "FedEx", trackingNumber: "1&x=//evil.example" })).toBe(
    "https://www.fedex.com/fedextrack/?trknbr=1%26x%3D%2F%2Fevil.example",
  );
  expect(trackingUrl({ carrier: "UPS", trackingNumber: "" })).toBeNull();
  expect(trackingUrl({ carrier: "My cousin", trackingNumber: "1" })).toBeNull();
  expect(trackingUrl({ carrier: "constructor", trackingNumber: "1" })).toBeNull();
});

test("[RF-4] a shipment holds units that are to be sent, at least one, and never more", () => {
  const items = [item("polo", { sent: 1, refunded: 1, canceled: 1 }), item("cap"), item("gone", { sent: 3 })];
  expect(allToSend(items)).toEqual({ polo: 1, cap: 3 });
  expect(refuseShipment(items, { polo: 1 })).toBeNull();
  expect(refuseShipment(items, { polo: 0, cap: 0 })).toBe("no_units");
  const wrong: Record<string, number>[] = [
    { polo: 2 },
    { gone: 1 },
    { foreign: 1 },
    { cap: -1 },
    { cap: 0.5 },
  ];
  for (const units of wrong)
    expect(refuseShipment(items, { ...{ polo: 1 }, ...units }), JSON.stringify(units)).toBe("too_many_units");
  expect(refuseShipment([item("gone", { sent: 3 })], {})).toBe("nothing_to_send");
});
