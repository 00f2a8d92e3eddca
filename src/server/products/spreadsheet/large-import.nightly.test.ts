import { Buffer } from "node:buffer";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { actor, editingTests } from "#test/shop/product-editing.ts";
import { applyImport } from "./apply-import.ts";
import { checkImport } from "./check-import.ts";
import { exportProductsCsv } from "./export-csv.ts";

const { shop } = editingTests();
const ROWS = 10_000;

/** Imports a file; returns its number of rows, and what the import did. */
async function importFile(csv: string) {
  const { id, rows } = await checkImport(shop(), { bytes: Buffer.from(csv), actor });
  return { rows: rows.length, done: await applyImport(shop(), { id: id ?? "", actor }) };
}

test("ten thousand products are made and changed by one file each", async () => {
  const head = "ID,Title,Product Category,Price,Inventory quantity,Description,Status";
  const lines = Array.from(
    { length: ROWS },
    (_, count) => `,Cap ${count},Hats,30,3,"A cap, number ${count}, out of a long file.",Draft`,
  );
  const made = await importFile([head, ...lines].join("\n"));
  expect(made).toEqual({ rows: ROWS, done: { ok: true, created: ROWS, changed: 0 } });
  const { rows } = await sql`select count(*)::integer as products, sum(stock)::integer as units,
      (select sum(on_hand)::integer from inventory) as "onHand" from products`.execute(shop().db);
  expect(rows).toEqual([{ products: ROWS, units: 3 * ROWS, onHand: 3 * ROWS }]);
  let csv = "";
  for await (const chunk of exportProductsCsv(shop())) csv += chunk;
  const changed = await importFile(csv.replaceAll(",30.00,,TRUE", ",31.00,,TRUE"));
  expect(changed).toEqual({ rows: ROWS, done: { ok: true, created: 0, changed: ROWS } });
}, 60_000);
