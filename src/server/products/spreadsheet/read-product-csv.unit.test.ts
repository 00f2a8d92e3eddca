import { expect, test } from "vitest";
import { readProductCsv } from "./read-product-csv.ts";

test.each(["Cap", "Caps"])("an emoji stays whole wherever the parts of a file meet: %s", async (name) => {
  const description = "🏌".repeat(100_000);
  const reading = await readProductCsv(`ID,Name,Description\n1,${name},${description}\n`);
  expect(reading.ok && reading.rows.map(({ cells }) => cells.Description === description)).toEqual([true]);
});
