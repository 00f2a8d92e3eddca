import { expect, test } from "vitest";
import { parseStockDelivery, unitsOf } from "./stock-delivery.ts";

function parse(counts: Record<string, string>, note = "") {
  const form = new FormData();
  for (const [variation, count] of Object.entries(counts)) {
    form.append("variation", variation);
    form.append("count", count);
  }
  form.set("note", note);
  return parseStockDelivery(form);
}

test("[KN-1] a delivery has a count for the sizes that came, and a note", () => {
  const parsed = parse({ S: "", M: "12", L: " 8 ", XL: "0" }, " Box 3\n of 4 ");
  const lines = [
    { variation: "M", count: 12 },
    { variation: "L", count: 8 },
  ];
  expect(parsed).toEqual({ ok: true, lines, note: "Box 3 of 4" });
  expect(unitsOf(lines)).toBe(20);
});

test("[KN-1] a delivery of nothing, or of what is no quantity, is refused at its field", () => {
  expect(parse({ S: "", M: "0" })).toEqual({
    ok: false,
    message: "Enter at least one quantity.",
    errors: {},
  });
  const wrong = parse({ S: "-1", M: "1.5", L: "2" });
  expect(wrong.ok ? [] : Object.keys(wrong.errors)).toEqual(["S", "M"]);
});
