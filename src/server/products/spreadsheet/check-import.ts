// The dry run of an import: reads a file, reports row by row what it would do, and changes nothing in the catalog. A
// file without errors is kept for a day, together with the current state of its products. Importing it later does
// exactly what was reported, or reports what has changed since.

import type { EditableProduct } from "#domain/product/product-form.ts";
import type { RowProblem } from "#domain/product/spreadsheet/file-rows.ts";
import {
  type ImportGround,
  type ImportPlan,
  type PlannedRow,
  picturesIn,
  planImport,
  wordsNamedIn,
} from "#domain/product/spreadsheet/plan-import.ts";
import type { ImportRow, SkippedProduct } from "#domain/product/spreadsheet/read-rows.ts";
import { codesNamedIn } from "#domain/product/spreadsheet/settle-codes.ts";
import { readAsWindowsText, textOfFile } from "#domain/text/files/file-text.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { listCategories } from "../../settings/category-queries.ts";
import { listCodeOwners } from "../code-queries.ts";
import { listEditable } from "../queries.ts";
import { listSpellings } from "../spelling-queries.ts";
import {
  deleteImports,
  insertImport,
  listStoredPictures,
  listTakenNames,
  type SeenProduct,
} from "./import-queries.ts";
import { readProductCsv } from "./read-product-csv.ts";

export const IMPORT_HOURS = 24;

/** Values in a file that the shop rejects or changes. */
export type LeftOut = Pick<ImportPlan, "pictures" | "photoName"> & {
  ignored: string[];
  notes: RowProblem[];
  skipped: SkippedProduct[];
};

export type ImportCheck = {
  /** The id of the kept file; null when there is nothing to import, or an error prevents it. */
  id: string | null;
  rows: PlannedRow[];
  problems: RowProblem[];
  leftOut: LeftOut;
};

/** Any bytes are fine. */
export async function checkImport(
  shop: Shop,
  { bytes, actor }: { bytes: Uint8Array; actor: string },
): Promise<ImportCheck> {
  const file = textOfFile(bytes);
  const csv = file?.text ?? null;
  const now = nowOf(shop);
  await deleteImports(shop.db, { before: oldestKept(shop) });
  const reading = await readProductCsv(csv, {
    origin: shop.env.publicUrl,
    categories: await listCategories(shop.db),
  });
  if (csv === null || !reading.ok)
    return { id: null, rows: [], problems: reading.ok ? [] : reading.problems, leftOut: NOTHING };
  const plan = planImport(reading.rows, await groundOf(shop, reading.rows));
  const { rows, pictures, photoName } = plan;
  const problems = inOrder([...reading.problems, ...plan.problems]);
  const { notes, skipped } = toldOf(reading, plan);
  const windows = { line: 1, column: "", message: readAsWindowsText };
  const leftOut = {
    ...{ ignored: reading.ignored, pictures, photoName, skipped },
    notes: file?.isWindowsText ? [windows, ...notes] : notes,
  };
  const isWork = rows.some((row) => row.action !== "keep");
  if (problems.length > 0 || !isWork) return { id: null, rows, problems, leftOut };
  const id = shop.newId();
  const seen = { products: seenIn(plan), told: reasonsOf({ notes, skipped }).map(told) };
  await insertImport(shop.db, { id, actor, csv, seen, now });
  return { id, rows, problems, leftOut };
}

const NOTHING: LeftOut = { ignored: [], notes: [], skipped: [], pictures: 0, photoName: "" };

/** What a file's new products lack, or why they are left out. */
export function toldOf(
  reading: Pick<ImportPlan, "notes" | "skipped">,
  plan: ImportPlan,
): Pick<ImportPlan, "notes" | "skipped"> {
  return {
    notes: inOrder([...reading.notes, ...plan.notes]),
    skipped: inOrder([...reading.skipped, ...plan.skipped]),
  };
}

export function reasonsOf({ notes, skipped }: Pick<ImportPlan, "notes" | "skipped">): RowProblem[] {
  return [...notes, ...skipped.flatMap(({ reasons }) => reasons)];
}

export const told = ({ line, message }: RowProblem) => `${line} ${message}`;

const inOrder = <Told extends { line: number }>(told: Told[]) => told.toSorted((a, b) => a.line - b.line);

/** A file checked before this time can no longer be imported. */
export function oldestKept(shop: Shop): Date {
  return new Date(shop.clock() - IMPORT_HOURS * 60 * 60_000);
}

/** What the shop has under the names in these rows: six statements, however many rows. */
async function groundOf(shop: Pick<Shop, "db">, rows: ImportRow[]): Promise<ImportGround> {
  const ids = [...new Set(rows.map(({ id }) => id).filter(isUuid))];
  const products = new Map((await listEditable(shop.db, ids)).map((product) => [product.id, product]));
  return { products, ...(await namedIn(shop.db, rows)) };
}

export async function namedIn(
  db: Shop["db"] | Tx,
  rows: ImportRow[],
): Promise<Pick<ImportGround, "pictures" | "names" | "codes" | "spellings" | "categories">> {
  const pictures = await listStoredPictures(db, [...new Set(rows.flatMap(picturesIn))]);
  const names = rows.filter(({ id }) => id === "").map(({ texts }) => (texts.name ?? "").toLowerCase());
  const codes = await listCodeOwners(db, codesNamedIn(rows));
  const besides = rows.map(({ id }) => id).filter(isUuid);
  const spellings = await listSpellings(db, wordsNamedIn(rows), { besides });
  return {
    pictures: new Set(pictures),
    names: new Set(await listTakenNames(db, [...new Set(names)])),
    codes,
    spellings,
    categories: await listCategories(db),
  };
}

function seenIn(plan: ImportPlan): Record<string, SeenProduct> {
  return Object.fromEntries(
    plan.rows.flatMap((row) => (row.action === "change" ? [[row.product.id, stateOf(row.product)]] : [])),
  );
}

export function stateOf({ version, stock }: EditableProduct): SeenProduct {
  return { version, stock: stock.map((line) => `${line.variation}=${line.onHand}`).join("|") };
}
