// One change for many products. The owner sees first what will be, product by product: which ones change, which stay as
// they are, and which refuse, each with its reason. The change itself takes those that were seen to change and that
// have not been edited since. Their previous values are kept for a minute.
import { BULK_PRODUCTS_MAX, type BulkEdit, bulkOutcome, tellBulkValue } from "#domain/product/bulk-edit.ts";
import { productStatusLabels } from "#domain/product/product-fields.ts";
import type { EditableProduct } from "#domain/product/product-form.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { localTimeOf } from "#domain/text/zone-time.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { loadProfile } from "../../settings/load-configuration.ts";
import { listEditable, lockProducts, type ProductChange } from "../queries.ts";
import { changeProducts } from "../write-products.ts";
import { keepForUndo } from "./undo-queries.ts";

type NoSelection = { ok: false; reason: "nothing_selected" | "too_many" };

/** What will be of one product. `after` null: it stays as it is; `why`: the reason. */
export type BulkRow = {
  id: string;
  /** What of the product the row is about, for `bulkEdit`. */
  seen: string;
  name: string;
  before: string;
  after: string | null;
  why: string | null;
};

export type BulkPreview = { ok: true; rows: BulkRow[] } | NoSelection;

export type BulkResult =
  /** `left`: products that stayed as they are, each with its reason. `undoId` null: nothing was changed. */
  | { ok: true; changed: number; left: { name: string; message: string }[]; undoId: string | null }
  | NoSelection;

type Request = { ids: string[]; edit: BulkEdit };

/** What the change would do now. Skips products that were deleted in the meantime, and texts that are not ids. */
export async function previewBulk(shop: Shop, { ids, edit }: Request): Promise<BulkPreview> {
  const wanted = chosen(ids);
  if (!Array.isArray(wanted)) return wanted;
  const now = await localNow(shop);
  const products = await listEditable(shop.db, wanted);
  return { ok: true, rows: products.map((product) => rowOf(product, edit, now)) };
}

function rowOf(product: EditableProduct, edit: BulkEdit, now: string): BulkRow {
  const outcome = bulkOutcome(edit, product, now);
  const tell = (values: Parameters<typeof tellBulkValue>[1]) =>
    tellBulkValue(edit.action, values, productStatusLabels);
  return {
    ...{ id: product.id, seen: seenOf(product, edit), name: product.name, before: tell(product) },
    after: outcome.is === "changed" ? tell(outcome.values) : null,
    why: outcome.is === "changed" ? null : outcome.why,
  };
}

/** The version, and for a count of units what was on hand: that changes with each sale, and the version does not. */
function seenOf({ version, stock }: EditableProduct, { action }: BulkEdit): string {
  return action === "stock-set" ? [version, ...stock.map(({ onHand }) => onHand)].join("-") : `${version}`;
}

/** `seen`: of the products as they were seen, by id; one that is another by now is left alone. */
export async function bulkEdit(
  shop: Shop,
  { ids, edit, seen = null, actor }: Request & { seen?: Record<string, string> | null; actor: string },
): Promise<BulkResult> {
  const wanted = chosen(ids);
  if (!Array.isArray(wanted)) return wanted;
  const local = await localNow(shop);
  const result = await inTransaction(shop, async (tx): Promise<BulkResult> => {
    const now = nowOf(shop);
    const products = await lockProducts(tx, wanted);
    const left: { name: string; message: string }[] = [];
    const changes: ProductChange[] = [];
    for (const before of products) {
      const isSeen = seen === null || seen[before.id] === seenOf(before, edit);
      const why = edit.action === "stock-set" ? SOLD_MEANWHILE : EDITED;
      const outcome = isSeen ? bulkOutcome(edit, before, local) : ({ is: "kept", why } as const);
      if (outcome.is === "changed") changes.push({ before, values: outcome.values });
      else left.push({ name: before.name, message: outcome.why });
    }
    await changeProducts(tx, changes, { actor, now });
    const undoId = changes.length > 0 ? shop.newId() : null;
    if (undoId !== null) await keepForUndo(tx, { id: undoId, actor, changes, now });
    return { ok: true, changed: changes.length, left, undoId };
  });
  if (result.ok && result.changed > 0) await shop.catalogChanged();
  return result;
}

const EDITED = "Someone has edited it";
const SOLD_MEANWHILE = "It was edited, or stock was sold or returned, in the meantime. Count it again";

function chosen(ids: string[]): string[] | NoSelection {
  const wanted = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return { ok: false, reason: "nothing_selected" };
  return wanted.length > BULK_PRODUCTS_MAX ? { ok: false, reason: "too_many" } : wanted;
}

async function localNow(shop: Shop): Promise<string> {
  return localTimeOf(nowOf(shop), (await loadProfile(shop)).timeZone);
}
