import { expect, test } from "vitest";
import { readForm } from "../../form/form-saved.ts";
import type { RefundableLine, RefundableOrder } from "../refund-parts.ts";
import {
  assignForm,
  chosenParts,
  refundFields,
  refundForm,
  refundOf,
  refundRows,
  sumChosen,
  totalOf,
} from "./refund-form.ts";

const line = (
  id: string,
  change: { units?: number; sent?: number; hasShelf?: boolean } = {},
): RefundableLine => {
  const { units = 3, sent = 0, hasShelf = true } = change;
  return {
    ...{ id, name: id, variation: null, price: 3200, gift: 0, hasShelf },
    units: Array.from({ length: units }, (_, at) => ({
      ...{ id: at, isSent: at < sent, returnId: null, goods: 3200, tax: 0 },
    })),
  };
};

const order: RefundableOrder = {
  ...{ shipping: 599, shippingBack: 0 },
  lines: [line("caps", { sent: 1 }), line("polos", { units: 0 }), line("socks", { hasShelf: false })],
};

test("[RF-1] units in the shop and units that were sent have separate rows; those in the shop are restocked", () => {
  const rows = refundRows(order);
  expect(rows.map((row) => [row.count, row.left, row.isRestocked])).toEqual([
    ["units.caps.unsent", 2, true],
    ["units.caps.sent", 1, false],
    ["units.socks.unsent", 3, false],
  ]);
});

test("[RF-1] counts, shipping, and what is restocked, as they were typed", () => {
  const units = { caps: { unsent: " 2 ", restockUnsent: "on", sent: "1" }, socks: { unsent: "" } };
  const read = readForm(refundForm, { units, shipping: "5.99", amount: "101.99" });
  if (!read.ok) throw new Error("refused");
  expect(read.value.amount).toBe(10_199);
  expect(refundOf(read.value)).toMatchObject({
    parts: {
      units: { caps: { unsent: 2, sent: 1 }, socks: { unsent: 0, sent: 0 } },
      shipping: 599,
    },
    restock: { caps: 2, socks: 0 },
  });
});

test("[RF-1] an invalid count or amount has an error at its field", () => {
  for (const text of ["-1", "1.5", "two", "1e0"])
    expect(
      readForm(refundForm, { units: { caps: { unsent: text } }, shipping: "free", amount: "x" }),
    ).toEqual({
      ok: false,
      reason: "invalid",
      errors: {
        "units.caps.unsent": "Please enter a whole number",
        shipping: "Please enter an amount such as 5.99",
        amount: "Please enter an amount such as 12.50",
      },
    });
});

test("[RF-1] nothing is chosen when the form is opened, and no more than is left", () => {
  expect(chosenParts(order, refundFields(order))).toMatchObject({ lines: [], goods: 0, shipping: 0 });
  expect(chosenParts(order, { units: { caps: { unsent: "2" } }, shipping: "5.99" })).toMatchObject({
    ...{ goods: 6400, shipping: 599 },
  });
  expect(chosenParts(order, { units: { caps: { unsent: "3" } } })).toBeNull();
});

test("[RF-1] a total of nothing stands for units that come to nothing, and for no others", () => {
  const one = chosenParts(order, { units: { caps: { unsent: "1" } } });
  expect(totalOf(0, sumChosen(one, 10_000))).toBe(0);
  expect(totalOf(0, sumChosen(one, 0))).toBe("parts");
  expect(totalOf(500, sumChosen(one, 0))).toBe(500);
});

test("[RF-2] a refund made at the provider is for something that is chosen, or for no certain items", () => {
  const nothing = readForm(assignForm, refundFields(order));
  expect(nothing).toMatchObject({
    ok: false,
    errors: { "": expect.stringContaining("Not for certain items") },
  });
  for (const answer of [{ none: "yes" }, { shipping: "1" }, { units: { caps: { sent: "1" } } }])
    expect(readForm(assignForm, { ...refundFields(order), ...answer })).toMatchObject({ ok: true });
});
