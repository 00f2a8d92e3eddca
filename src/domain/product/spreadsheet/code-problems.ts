// Codes that two products of a file have, or one of a file and one beside it.
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

/** Codes that two rows have, or that a row has and a product beside the file. */
export function codeProblems(rows: PlannedRow[], owners: CodeOwner[]): RowProblem[] {
  const inFile = new Set(rows.map((row) => (row.action === "create" ? "" : row.product.id)));
  const index: OwnerIndex = new Map();
  for (const owner of owners) if (!inFile.has(owner.productId)) addOwner(index, owner);
  return rows.flatMap((row): RowProblem[] => {
    const { line, lines, name } = row;
    const stock = row.action === "keep" ? row.product.stock : row.values.stock;
    const taken = Object.entries(takenCodes(stock, index));
    for (const each of stock) addOwner(index, { ...each, productId: "", name });
    return taken.map(([key, message]) => ({
      line: lines.get(key.slice(key.indexOf(":") + 1)) ?? line,
      column: columnOf(key as ErrorKey),
      message: String(message),
    }));
  });
}
