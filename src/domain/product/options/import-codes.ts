// Codes in a file of products: lists in the order of the options, parted by pipes, one column for each kind of code.
import { plainCell } from "../../text/csv.ts";
import { byName } from "../../text/fields.ts";
import { columnOf, type ProductCells } from "../product-csv.ts";
import type { SentFields } from "../product-edit.ts";
import type { ErrorKey, StockLine } from "../product-form.ts";
import type { ImportRow, PlannedRow, RowProblem } from "../product-import.ts";
import { addOwner, type CodeOwner, type OwnCodeName, type OwnerIndex, takenCodes } from "./code-owners.ts";
import {
  type CodeName,
  codeFields,
  codeKey,
  codeNames,
  type ItemCodes,
  noCodes,
  parseCode,
} from "./item-codes.ts";

type Codes = { ok: true; sent: Pick<SentFields, "codes"> } | { ok: false; column: string; message: string };

/**
 * The codes that a row wants to set. An empty cell: no option has one. `options`: as they are after the import; none for a
 * product without options. `stock`: as it is now.
 */
export function codesOfRow(
  cells: ProductCells,
  { options, stock }: { options: string[]; stock: StockLine[] },
): Codes {
  const places = options.length > 0 ? options : [""];
  const lists: Partial<Record<CodeName, string[]>> = {};
  for (const name of codeNames) {
    const column = codeFields[name].name;
    const cell = cells[column];
    if (cell === undefined) continue;
    const codes = options.length > 0 && cell.trim() !== "" ? cell.split("|") : places.map(() => cell);
    if (codes.length !== places.length) {
      const message = `${column} must have one code for each option (${options.join("|")}), parted by |`;
      return { ok: false, column, message };
    }
    lists[name] = codes.map((code) => code.trim());
  }
  if (Object.keys(lists).length === 0) return { ok: true, sent: {} };
  const codes = places.map((option, index) => {
    const before = stock.find((line) => line.variation === option) ?? noCodes;
    return { option, ...byName<ItemCodes>(codeNames, (name) => lists[name]?.[index] ?? before[name]) };
  });
  return { ok: true, sent: { codes } };
}

/** The keys of all codes that rows name; of what is no code, none. */
export function codesNamedIn(rows: ImportRow[]): Record<OwnCodeName, string[]> {
  const keys = (name: OwnCodeName) =>
    rows.flatMap(({ cells }) =>
      (cells[codeFields[name].name] ?? "").split("|").flatMap((typed) => {
        const parsed = parseCode(name, plainCell(typed));
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
    const { line, name } = row;
    const stock = row.action === "keep" ? row.product.stock : row.values.stock;
    const taken = Object.entries(takenCodes(stock, index));
    for (const each of stock) addOwner(index, { ...each, productId: "", name });
    return taken.map(([key, message]) => ({
      line,
      column: columnOf(key as ErrorKey),
      message: String(message),
    }));
  });
}
