import fc from "fast-check";
import { expect, test } from "vitest";
import { isRestockedByDefault, parseRefundForm, refundFields, refundRows } from "./refund-form.ts";
import type { RefundableLine, RefundableOrder } from "./refund-parts.ts";

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
  expect(rows.map((row) => [row.field, row.left, isRestockedByDefault(row)])).toEqual([
    ["unsent-caps", 2, true],
    ["sent-caps", 1, false],
    ["unsent-socks", 3, false],
  ]);
});

test("[RF-1] counts, shipping, and what is restocked, as they were typed", () => {
  const typed = {
    "unsent-caps": " 2 ",
    "restock-unsent-caps": "on",
    "sent-caps": "1",
    "unsent-socks": "",
    shipping: "5.99",
  };
  expect(parseRefundForm(typed, order)).toEqual({
    ok: true,
    parts: {
      units: { caps: { unsent: 2, sent: 1 }, socks: { unsent: 0, sent: 0 } },
      shipping: 599,
    },
    restock: { caps: 2 },
  });
});

test("[RF-1] an invalid count or amount has an error at its field", () => {
  for (const text of ["3", "-1", "1.5", "two", "1e0"])
    expect(parseRefundForm({ "unsent-caps": text }, order)).toEqual({
      ok: false,
      errors: { "unsent-caps": "Please enter a whole number from 0 to 2" },
    });
  expect(parseRefundForm({ shipping: "free" }, order)).toMatchObject({
    errors: { shipping: expect.any(String) },
  });
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...refundFields(order)), fc.string()), (typed) => {
      const parsed = parseRefundForm(typed, order);
      if (!parsed.ok) return;
      expect(parsed.parts.units.caps?.unsent).toBeLessThanOrEqual(2);
    }),
  );
});
