// Imports a checked file: all of its rows in one transaction, or none. The plan is made again from the locked products,
// so it sees recent sales and edits by others. If a product would change differently than the preview showed, nothing
// is written and the owner sees why.
import { type EditableProduct, valuesOf } from "#domain/product/product-form.ts";
import { nameOf } from "#domain/product/spreadsheet/file-columns.ts";
import type { RowProblem } from "#domain/product/spreadsheet/file-rows.ts";
import { type PlannedRow, picturesIn, planImport } from "#domain/product/spreadsheet/plan-import.ts";
import type { ImportRow } from "#domain/product/spreadsheet/read-rows.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { insertSpareImages, lockSpareImages, takeSpareImages } from "../../files/pictures/image-queries.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { listCategories } from "../../settings/category-queries.ts";
import { recordHandles } from "../../settings/redirects/save-redirect.ts";
import { sayingWhoWasFirst } from "../code-queries.ts";
import { lockProducts, type ProductChange } from "../queries.ts";
import { changeProducts, createProducts } from "../write-products.ts";
import { namedIn, oldestKept, reasonsOf, stateOf, told, toldOf } from "./check-import.ts";
import { findImport, markApplied, type StoredImport } from "./import-queries.ts";
import { type CsvReading, readProductCsv } from "./read-product-csv.ts";

export type ImportResult =
  | { ok: true; created: number; changed: number }
  /** Checked too long ago, or never. */
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "already_imported" }
  /** Nothing was written. `csv` can be checked again. */
  | { ok: false; reason: "changed_meanwhile"; conflicts: RowProblem[]; csv: string };

/** Any text is fine as an id. */
export async function applyImport(
  shop: Shop,
  { id, actor }: { id: string; actor: string },
): Promise<ImportResult> {
  if (!isUuid(id)) return { ok: false, reason: "not_found" };
  const since = oldestKept(shop);
  const stored = await findImport(shop.db, { id, since });
  if (!stored) return { ok: false, reason: "not_found" };
  if (stored.appliedAt) return { ok: false, reason: "already_imported" };
  const reading = await readProductCsv(stored.csv, {
    origin: shop.env.publicUrl,
    categories: await listCategories(shop.db),
  });
  if (!reading.ok || reading.problems.length > 0)
    throw new Error(`a checked file can't be read: ${reading.problems[0]?.message}`);
  const result = await sayingWhoWasFirst(() =>
    inTransaction(shop, async (tx): Promise<ImportResult> => {
      const locked = await findImport(tx, { id, since, lock: true });
      if (!locked || locked.appliedAt) return { ok: false, reason: "already_imported" };
      return importIn(tx, shop, { stored, reading, actor });
    }),
  );
  if (result.ok) await shop.catalogChanged();
  return result;
}

type Work = { stored: StoredImport; reading: CsvReading & { ok: true }; actor: string };

async function importIn(tx: Tx, shop: Shop, { stored, reading, actor }: Work): Promise<ImportResult> {
  // A row that changed nothing in the preview changes nothing now, whatever others did to its product.
  const rows = reading.rows.filter(({ id }) => id === "" || Object.hasOwn(stored.seen.products, id));
  const locked = await lockProducts(tx, Object.keys(stored.seen.products));
  const products = new Map(locked.map((product) => [product.id, product]));
  await lockSpareImages(tx, rows.flatMap(picturesIn));
  const plan = planImport(rows, { products, ...(await namedIn(tx, rows)) });
  const wasTold = new Set(stored.seen.told);
  const untold = reasonsOf(toldOf(reading, plan)).filter((reason) => !wasTold.has(told(reason)));
  const conflicts = [...plan.problems, ...untold, ...changedMeanwhile(plan.rows, rows, stored)];
  if (conflicts.length > 0) {
    return { ok: false, reason: "changed_meanwhile", conflicts, csv: stored.csv };
  }
  const now = nowOf(shop);
  const created = plan.rows.flatMap((row) =>
    row.action === "create" ? [{ id: shop.newId(), values: row.values, handle: row.handle ?? "" }] : [],
  );
  const changes = plan.rows.flatMap((row) =>
    row.action === "change" ? [{ before: row.product, values: row.values }] : [],
  );
  const fresh = created.map(({ values }) => ({ before: { images: [] }, values }));
  // In the order of the owner's form: pictures, then products, whose new words concurrent saves wait for.
  await keepPictures(tx, [...fresh, ...changes], now);
  // A new product may have a code that the file removes from another one.
  await changeProducts(tx, changes, { actor, now });
  await createProducts(tx, created, { actor, now });
  const pages = created.map(({ id, handle }) => ({ productId: id, handle }));
  await recordHandles(
    tx,
    pages.filter(({ handle }) => handle !== ""),
    now,
  );
  const after = { created: created.length, changed: changes.length };
  await insertAudit(tx, { actor, action: "products.imported", object: stored.id, after }, now);
  await markApplied(tx, stored.id, now);
  return { ok: true, ...after };
}

function changedMeanwhile(planned: PlannedRow[], rows: ImportRow[], { seen }: StoredImport): RowProblem[] {
  const given = new Map(rows.map((row) => [row.id, row]));
  return planned.flatMap((row): RowProblem[] => {
    if (row.action !== "change") return [];
    const { line, product } = row;
    const was = seen.products[product.id];
    if (was?.version !== product.version) {
      return [{ line, column: "", message: `Someone else changed “${product.name}” since the check` }];
    }
    const { options, stock } = given.get(product.id) ?? {};
    const setsStock = options !== undefined || stock !== undefined;
    const isOtherStock = !sameValues(valuesOf(product).stock, row.values.stock);
    if (!setsStock || !isOtherStock || stateOf(product).stock === was.stock) return [];
    const message = `The stock of “${product.name}” has changed since the check, for example because of a sale`;
    return [{ line, column: nameOf("stock"), message }];
  });
}

/** Releases the pictures that products show now from the unused ones, and adds those they no longer show. */
async function keepPictures(
  tx: Tx,
  changes: { before: Pick<EditableProduct, "images">; values: ProductChange["values"] }[],
  now: Date,
): Promise<void> {
  const lists = changes.filter(({ before, values }) => !sameValues(before.images, values.images));
  const shown = new Set(lists.flatMap(({ values }) => values.images.map((image) => image.url)));
  const dropped = lists.flatMap(({ before }) => before.images.map((image) => image.url));
  await takeSpareImages(tx, [...shown]);
  await insertSpareImages(tx, [...new Set(dropped.filter((url) => !shown.has(url)))], now);
}
