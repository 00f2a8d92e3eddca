// One change for many products. The preview lists product by product which ones change, which stay, and which refuse,
// with the reason. The change applies only to products that were shown as changing and that nobody edited since. Their
// previous values are kept for a minute.
import { BULK_PRODUCTS_MAX, type BulkEdit, bulkOutcome, formatBulkValue } from "#domain/product/bulk-edit.ts";
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

/** The result for one product. `after` null: it stays as it is, for the reason `why`. */
export type BulkRow = {
  id: string;
  /** The product's current state, for `bulkEdit`. */
  seen: string;
  name: string;
  before: string;
  after: string | null;
  why: string | null;
};

export type BulkPreview = { ok: true; rows: BulkRow[] } | NoSelection;

export type BulkResult =
  /** `left`: unchanged products, each with the reason. `undoId` null: nothing was changed. */
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
  const tell = (values: Parameters<typeof formatBulkValue>[1]) =>
    formatBulkValue(edit.action, values, productStatusLabels);
  return {
    ...{ id: product.id, seen: seenOf(product, edit), name: product.name, before: tell(product) },
    after: outcome.is === "changed" ? tell(outcome.values) : null,
    why: outcome.is === "changed" ? null : outcome.why,
  };
}

/** The version, plus the units on hand for a count: each sale changes those without changing the version. */
function seenOf({ version, stock }: EditableProduct, { action }: BulkEdit): string {
  return action === "stock-set" ? [version, ...stock.map(({ onHand }) => onHand)].join("-") : `${version}`;
}

/** `seen`: the state that the preview showed, by id. A product in another state is skipped. */
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

const EDITED = "Someone edited it";
const SOLD_MEANWHILE = "It was edited, or stock was sold or returned, in the meantime. Count it again";

function chosen(ids: string[]): string[] | NoSelection {
  const wanted = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return { ok: false, reason: "nothing_selected" };
  return wanted.length > BULK_PRODUCTS_MAX ? { ok: false, reason: "too_many" } : wanted;
}

async function localNow(shop: Shop): Promise<string> {
  return localTimeOf(nowOf(shop), (await loadProfile(shop)).timeZone);
}
