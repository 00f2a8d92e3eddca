import { expect, test } from "vitest";
import { reportCsvHead, reportCsvLine, reportCsvSum } from "./report-csv.ts";
import { type ReportRow, totalOf } from "./sales-report.ts";

const row: ReportRow = {
  ...{ key: "AZ", option: "", name: null, orders: 3, units: 4, unitsBack: 5 },
  ...{ sales: 9600, discounts: 100, refunds: 10_000, shipping: 599, shippingBack: 0 },
  ...{ tax: 826, taxBack: 900, taxable: -500 },
};

test("[KN-2] [KN-3] a report as a file has tax first by state, and numbers that a spreadsheet adds up, below zero as well", () => {
  expect(reportCsvHead("state", false)).toContain(
    "State,Tax,Taxable sales,Orders,Sales,Discounts,Refunds,Net sales,Shipping,Total",
  );
  expect(reportCsvHead("day", false)).toContain(
    "Day,Orders,Units,Sales,Discounts,Refunds,Net sales,Shipping,Tax,Total",
  );
  for (const kind of ["category", "product", "option"] as const)
    expect(reportCsvHead(kind, false)).toMatch(/,Order lines,Units,Sales,Discounts,Refunds,Net sales\r\n$/);
  const line = reportCsvLine(row, "state", false);
  expect(line).toBe("Arizona,-0.74,-5,3,96.00,-1,-100,-5,5.99,0.25\r\n");
  expect(totalOf(row)).toBe(25);
  expect(reportCsvSum(row, "state").startsWith("Total,-0.74")).toBe(true);
});

test("[KN-2] a product's name can be no formula, a category has its name of now, and days can be sorted", () => {
  const cap = { ...row, key: "x\tM", option: "M", name: "=1+1" };
  expect(reportCsvLine(cap, "option", false)).toMatch(/^'=1\+1 \(M\),3,/);
  const labelOf = (key: string, name: string | null) =>
    reportCsvLine({ ...row, key, name }, "category", false).split(",")[0];
  expect(labelOf("Hats", "Caps")).toBe("Caps");
  expect([labelOf("-", null), labelOf("", null)]).toEqual(["Deleted products", "Not tied to an item"]);
  expect(reportCsvLine({ ...row, key: "2026-06-01" }, "day", false)).toMatch(/^2026-06-01,/);
  expect(reportCsvLine({ ...row, key: "2026-06-01" }, "day", true)).toMatch(/^2026-06,/);
});
