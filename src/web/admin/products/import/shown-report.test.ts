import { expect, test } from "vitest";
import { emptyFields } from "#domain/product/product-form.ts";
import type { PlannedRow } from "#domain/product/spreadsheet/plan-import.ts";
import { conflictText, countOf, ROWS_SHOWN_MAX, reportOf } from "./shown-report.ts";

const leftOut = { ignored: [], notes: [], skipped: [], pictures: 0, photoName: "" };
const values = {
  ...emptyFields,
  name: "Cap",
  price: 1,
  salePrice: null,
  stock: [],
  category: "HATS",
  status: "draft",
};
const created = (line: number) =>
  ({ line, name: `Cap ${line}`, action: "create", values, hasNamesake: false }) as unknown as PlannedRow;
const kept = (line: number) => ({ line, name: "Kept", action: "keep", product: {} }) as unknown as PlannedRow;

test("of a long file the first rows are shown, and all are counted", () => {
  const rows = [kept(2), ...Array.from({ length: 5_000 }, (_, index) => created(index + 3))];
  const problems = Array.from({ length: 900 }, (_, line) => ({ line, column: "Name", message: "too short" }));
  const report = reportOf({ id: null, rows, problems, leftOut });
  expect(report.counts).toEqual({ create: 5_000, change: 0, keep: 1, skipped: 0, problems: 900 });
  expect(report.rows.length).toBe(ROWS_SHOWN_MAX);
  expect(report.rows[0]).toMatchObject({ line: 3, name: "Cap 3" });
  expect(report.problems.length).toBe(ROWS_SHOWN_MAX);
});

test("a conflict says what stands in the way, the first five of them", () => {
  const conflicts = Array.from({ length: 7 }, (_, index) => ({
    line: index + 2,
    column: "",
    message: "Changed",
  }));
  expect(conflictText(conflicts)).toMatch(/^Line 2: Changed\. .*Line 6: Changed\. And 2 more\. Review the/);
  expect([countOf(1, "product"), countOf(1_200, "product")]).toEqual(["1 product", "1,200 products"]);
});
