import { expect, test } from "vitest";
import { readForm } from "../form/form-saved.ts";
import { deliveryForm, unitsOf } from "./stock-delivery.ts";

function read(counts: Record<string, string>, note = "") {
  const sizes = Object.entries(counts).map(([variation, count]) => ({ variation, count }));
  return readForm(deliveryForm, { sizes, note });
}

test("[KN-1] a delivery has a count for the sizes that came, and a note", () => {
  const sizes = [
    { variation: "M", count: 12 },
    { variation: "L", count: 8 },
  ];
  expect(read({ S: "", M: "12", L: " 8 ", XL: "0" }, " Box 3\n of 4 ")).toEqual({
    ok: true,
    value: { sizes, note: "Box 3 of 4" },
  });
  expect(unitsOf(sizes)).toBe(20);
});

test("[KN-1] a delivery of nothing, or of what is no quantity, is refused at its field", () => {
  expect(read({ S: "", M: "0" })).toMatchObject({ errors: { sizes: "Enter at least one quantity." } });
  const wrong = read({ S: "-1", M: "1.5", L: "2" });
  expect(wrong.ok ? [] : Object.keys(wrong.errors)).toEqual(["sizes[0].count", "sizes[1].count"]);
});
