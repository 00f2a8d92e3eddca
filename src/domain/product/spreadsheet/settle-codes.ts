// Codes that two products of a file have, or one of a file and one next to it.
import {
  addOwner,
  type CodeOwner,
  type OwnCodeName,
  type OwnerIndex,
  takenCodes,
} from "../options/code-owners.ts";
import { codeKey, parseCode } from "../options/item-codes.ts";
import type { ErrorKey } from "../product-form.ts";
import { columnOf } from "./file-columns.ts";
import type { RowProblem } from "./file-rows.ts";
import type { PlannedRow } from "./plan-import.ts";
import type { ImportRow } from "./read-rows.ts";

/** The keys of all codes that rows name; of what is no code, none. */
export function codesNamedIn(rows: ImportRow[]): Record<OwnCodeName, string[]> {
  const keys = (name: OwnCodeName) =>
    rows.flatMap(({ codes }) =>
      (codes[name] ?? []).flatMap((typed) => {
        const parsed = parseCode(name, typed);
        return parsed.ok && parsed.value !== "" ? codeKey(name, parsed.value) : [];
      }),
    );
  return { sku: keys("sku"), gtin: keys("gtin") };
}

export type SettledCodes = { problems: RowProblem[]; notes: RowProblem[] };

/**
 * Codes that two rows have, or that a row has and a product next to the file. The shop's own products must not; a new one
 * comes without such a code, whose owner is an own product wherever it stands in the file, or the first new one.
 */
export function settleCodes(rows: PlannedRow[], owners: CodeOwner[]): SettledCodes {
  const inFile = new Set(rows.map((row) => (row.action === "create" ? "" : row.product.id)));
  const index: OwnerIndex = new Map();
  for (const owner of owners) if (!inFile.has(owner.productId)) addOwner(index, owner);
  const settled: SettledCodes = { problems: [], notes: [] };
  const isNew = ({ action }: PlannedRow) => action === "create";
  for (const row of [...rows.filter((each) => !isNew(each)), ...rows.filter(isNew)]) {
    const { line, lines, name } = row;
    const stock = row.action === "keep" ? row.product.stock : row.values.stock;
    for (const [key, message] of Object.entries(takenCodes(stock, index))) {
      const [code, option] = [key.split(":", 1)[0] as OwnCodeName, key.slice(key.indexOf(":") + 1)];
      const place = { line: lines.get(option) ?? line, column: columnOf(key as ErrorKey) };
      if (row.action !== "create") settled.problems.push({ ...place, message: String(message) });
      else {
        settled.notes.push({ ...place, message: `Left out: ${message}` });
        for (const each of row.values.stock) if (each.variation === option) each[code] = "";
      }
    }
    for (const each of stock) addOwner(index, { ...each, productId: "", name });
  }
  return settled;
}
