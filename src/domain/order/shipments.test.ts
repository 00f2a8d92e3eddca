import fc from "fast-check";
import { expect, test } from "vitest";
import type { OrderItem } from "./order.ts";
import {
  allToSend,
  CARRIER_LENGTH_MAX,
  formatShipment,
  parseQuantities,
  parseSending,
  refuseShipment,
  TRACKING_LENGTH_MAX,
  trackingUrl,
} from "./shipments.ts";

const item = (id: string, change: Partial<OrderItem> = {}): OrderItem => ({
  ...{ id, productId: null, name: id, image: null, variation: null, quantity: 3, price: 3200 },
  ...{ refunded: 0, canceled: 0, sent: 0, ...change },
});

test("[OD-2] [RF-4] carrier and tracking number are single lines; the number may be left out", () => {
  expect(parseSending({ carrier: " UPS ", trackingNumber: "1Z\u0000 99\n9" })).toEqual({
    ok: true,
    value: { way: "carrier", carrier: "UPS", trackingNumber: "1Z 99 9" },
  });
  expect(parseSending({ way: "carrier", carrier: "USPS", trackingNumber: "" })).toMatchObject({ ok: true });
  expect(parseSending({ carrier: null, trackingNumber: " \n" })).toEqual({
    ok: false,
    errors: { carrier: "Please choose or type a carrier" },
  });
  for (const wrong of [
    { carrier: "x".repeat(CARRIER_LENGTH_MAX + 1), trackingNumber: "1" },
    { carrier: "UPS", trackingNumber: "x".repeat(TRACKING_LENGTH_MAX + 1) },
  ])
    expect(parseSending(wrong)).toMatchObject({ ok: false });
});

test("[RF-4] a letter, a pickup and a walk around the corner need neither", () => {
  for (const way of ["letter", "pickup", "hand"] as const)
    expect(parseSending({ way, carrier: "UPS", trackingNumber: "1" })).toEqual({
      ok: true,
      value: { way, carrier: "", trackingNumber: "" },
    });
  expect(parseSending({ way: "constructor", carrier: "", trackingNumber: "" })).toMatchObject({ ok: false });
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

test("[RF-4] units are read as they were typed; without a word about a line all of it goes", () => {
  const items = [item("polo", { sent: 1 }), item("cap")];
  expect(parseQuantities({ "shipment-polo": " 1 " }, items)).toEqual({
    ok: true,
    units: { polo: 1, cap: 3 },
  });
  expect(parseQuantities({ "shipment-polo": "", "shipment-cap": "4" }, items)).toEqual({
    ok: false,
    errors: { "shipment-cap": "Please enter a whole number from 0 to 3" },
  });
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parsed = parseQuantities({ "shipment-polo": text }, items);
      if (parsed.ok) expect(["no_units", null]).toContain(refuseShipment(items, parsed.units));
    }),
  );
});
