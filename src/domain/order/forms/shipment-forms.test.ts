import { expect, test } from "vitest";
import { readForm } from "../../form/form-saved.ts";
import type { OrderItem } from "../order.ts";
import { CARRIER_LENGTH_MAX, refuseShipment, TRACKING_LENGTH_MAX } from "../shipments.ts";
import {
  bulkShipForm,
  packForm,
  sendingOf,
  shipForm,
  trackingFileForm,
  trackingForm,
  unitsOf,
} from "./shipment-forms.ts";

const item = (id: string, sent = 0): OrderItem => ({
  ...{ id, productId: null, name: id, image: null, variation: null, quantity: 3, price: 3200 },
  ...{ refunded: 0, canceled: 0, sent },
});

function shipped(fields: Record<string, unknown>) {
  const read = readForm(shipForm, fields);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
}

test("[OD-2] [RF-4] carrier and tracking number are single lines; the number may be left out", () => {
  expect(sendingOf(shipped({ carrier: " UPS ", trackingNumber: "1Z\u0000 99\n9" }))).toEqual({
    ...{ way: "carrier", carrier: "UPS", trackingNumber: "1Z 99 9" },
  });
  for (const schema of [shipForm, trackingForm, bulkShipForm])
    expect(readForm(schema, { trackingNumber: " \n", numbers: { a: "1" } })).toEqual({
      ...{ ok: false, reason: "invalid", errors: { carrier: "Please choose or type a carrier" } },
    });
  for (const [name, most] of Object.entries({
    carrier: CARRIER_LENGTH_MAX,
    trackingNumber: TRACKING_LENGTH_MAX,
  }))
    expect(readForm(shipForm, { carrier: "UPS", [name]: "x".repeat(most + 1) })).toMatchObject({
      errors: { [name]: expect.stringContaining(`has at most ${most} characters`) },
    });
});

test("[RF-4] a letter, a pickup and a walk around the corner need neither", () => {
  for (const way of ["letter", "pickup", "hand"] as const)
    expect(sendingOf(shipped({ way, carrier: "UPS", trackingNumber: "1" }))).toEqual({
      ...{ way, carrier: "", trackingNumber: "" },
    });
  expect(readForm(shipForm, { way: "constructor" })).toMatchObject({ ok: false });
});

test("[RF-4] without a word about an item all of it ships, and never more than is left", () => {
  const items = [item("polo", 1), item("cap"), item("gone", 3)];
  const unitsIn = (units: unknown) => unitsOf(shipped({ carrier: "UPS", units }), items);
  expect(unitsIn({ polo: { count: " 1 " } })).toEqual({ polo: 1, cap: 3 });
  expect(unitsIn(undefined)).toEqual({ polo: 2, cap: 3 });
  expect(refuseShipment(items, unitsIn({ polo: { count: "3" } }))).toBe("too_many_units");
  expect(readForm(shipForm, { carrier: "UPS", units: { polo: { count: "two" } } })).toMatchObject({
    errors: { "units.polo.count": "Please enter a whole number" },
  });
});

test("[EA-2] a check of tracking numbers needs a file and a carrier for the rows without one", () => {
  expect(readForm(trackingFileForm, { file: new File([], ""), carrier: " " })).toMatchObject({
    errors: { file: "Choose a CSV file", carrier: "Please choose or type a carrier" },
  });
  const file = new File(["Order ID"], "shipments.csv");
  expect(readForm(trackingFileForm, { file, carrier: "UPS" })).toEqual({
    ...{ ok: true, value: { file, carrier: "UPS" } },
  });
});

test("[EA-2] a packed order has a number that no spreadsheet has rounded, or none on purpose", () => {
  const pack = (fields: Record<string, string>) => readForm(packForm, { carrier: "USPS", ...fields });
  expect(pack({ trackingNumber: "4208500194001" })).toMatchObject({ ok: true });
  expect(pack({ trackingNumber: "" })).toMatchObject({
    errors: { trackingNumber: expect.stringMatching(/^Scan or type/) },
  });
  expect(pack({ trackingNumber: "9.4E+21" })).toMatchObject({
    errors: { trackingNumber: expect.stringContaining("rounded") },
  });
  expect(pack({ trackingNumber: "", without: "yes" })).toMatchObject({ ok: true });
});

test("[AO-1] of several orders those with a number ship, and at least one has one", () => {
  const numbers = { first: " 1Z 7 ", second: "" };
  expect(readForm(bulkShipForm, { carrier: "UPS", numbers })).toMatchObject({
    ...{ ok: true, value: { numbers: [["first", "1Z 7"]] } },
  });
  expect(readForm(bulkShipForm, { carrier: "UPS", numbers: { second: " " } })).toMatchObject({
    errors: { numbers: "Please enter at least one tracking number." },
  });
});
