import fc from "fast-check";
import { expect, test } from "vitest";
import type { RestockableLine } from "./order-detail.ts";
import { parseRestock, restockField } from "./restock.ts";

const lineOf = (itemId: string, quantity: number): RestockableLine => ({
  itemId,
  name: "Cap",
  variation: null,
  quantity,
});
const lines = [lineOf("caps", 3), lineOf("polos", 1)];

test("[OD-2] pieces are read per line, and an empty or missing field is none", () => {
  const typed = { "restock-caps": " 2 ", "restock-polos": "" };
  expect(parseRestock(typed, lines)).toEqual({ ok: true, pieces: { caps: 2, polos: 0 } });
  expect(parseRestock({}, lines)).toEqual({ ok: true, pieces: { caps: 0, polos: 0 } });
});

test.each(["4", "-1", "1.5", "two", "1e0", "٣", "99999999999999999999"])(
  "[OD-2] '%s' of three pieces is refused at its field",
  (text) => {
    expect(parseRestock({ "restock-caps": text, "restock-polos": "1" }, lines)).toEqual({
      ok: false,
      errors: { "restock-caps": "Please enter a whole number from 0 to 3" },
    });
  },
);

test("[OD-2] whatever is typed, no line gets more pieces back than it has, and no other line any", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(...lines.map(restockField), "restock-other"),
        fc.oneof(fc.string(), fc.integer().map(String)),
      ),
      (typed) => {
        const parsed = parseRestock(typed, lines);
        if (!parsed.ok) return Object.keys(parsed.errors).length > 0;
        return lines.every(({ itemId, quantity }) => {
          const count = parsed.pieces[itemId];
          return Number.isInteger(count) && count! >= 0 && count! <= quantity;
        });
      },
    ),
  );
});
