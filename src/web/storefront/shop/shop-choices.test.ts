import { expect, test } from "vitest";
import { categoryOfTicks } from "./filters/filter-sheet.tsx";
import { sizeChoices } from "./filters/size-choices.ts";

test("[SH-4] one ticked category filters, both or none show everything", () => {
  expect(categoryOfTicks(["HATS"])).toBe("HATS");
  expect(categoryOfTicks(["HATS", "SHIRTS"])).toBe("ALL");
  expect(categoryOfTicks([])).toBe("ALL");
});

test("a size that only the address names is offered, so that the select can show it", () => {
  expect(sizeChoices("3XL").at(-1)).toEqual({ value: "3XL", label: "Size 3XL" });
  expect(sizeChoices("M").filter(({ value }) => value === "M")).toHaveLength(1);
});
