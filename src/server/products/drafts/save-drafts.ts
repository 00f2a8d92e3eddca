// Saves the rows of the table of drafts in one transaction and, if the owner wants, publishes the complete ones. A row
// that is wrong, or whose product someone else has edited, does not block the others.
import type { CategoryChoice } from "#domain/category/category.ts";
import {
  changedSince,
  checkDraft,
  DRAFTS_PER_PAGE,
  type DraftErrors,
  type OpenedDraft,
  openedDraft,
  rowCount,
  type SharedTexts,
  withShared,
} from "#domain/product/drafts/draft-rows.ts";
import type { SentDraft } from "#domain/product/drafts/drafts-form.ts";
import { heldErrors } from "#domain/product/product-changes.ts";
import type { EditableProduct } from "#domain/product/product-form.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { listCategories } from "../../settings/category-queries.ts";
import { keepForUndo } from "../bulk/undo-queries.ts";
import { lockProducts, type ProductChange } from "../queries.ts";
import { changeProducts } from "../write-products.ts";

export type DraftsResult =
  | {
      ok: true;
      saved: number;
      published: number;
      /** Saved drafts that are still incomplete. */
      incomplete: number;
      /** Rows that were not saved, by id, each with its errors. */
      refused: Record<string, DraftErrors>;
      /** What is stored of the rows, by id; not of those that are no draft anymore. */
      now: Record<string, OpenedDraft>;
      /** Turns the published products back into drafts; null when none was published. */
      undoId: string | null;
    }
  | { ok: false; reason: "too_many" };

type Request = { rows: SentDraft[]; shared: SharedTexts; isPublishing: boolean; actor: string };

export async function saveDrafts(shop: Shop, request: Request): Promise<DraftsResult> {
  const rows = new Map(request.rows.filter(({ id }) => isUuid(id)).map((row) => [row.id.toLowerCase(), row]));
  if (rows.size > DRAFTS_PER_PAGE) return { ok: false, reason: "too_many" };
  const result = await inTransaction(shop, async (tx): Promise<DraftsResult> => {
    const now = nowOf(shop);
    const products = new Map((await lockProducts(tx, [...rows.keys()])).map((each) => [each.id, each]));
    const categories = await listCategories(tx);
    const refused: Record<string, DraftErrors> = {};
    const current: Record<string, OpenedDraft> = {};
    const changes: ProductChange[] = [];
    const shelved: ProductChange[] = [];
    let incomplete = 0;
    for (const [id, row] of rows) {
      const before = products.get(id);
      const outcome = outcomeOf(before, row, { ...request, categories });
      if (before?.status === "draft") current[id] = openedDraft(outcome.ok ? outcome.change.values : before);
      if (!outcome.ok) {
        refused[id] = outcome.errors;
        continue;
      }
      changes.push(outcome.change);
      if (outcome.isComplete && request.isPublishing) shelved.push(outcome.change);
      else if (!outcome.isComplete) incomplete += 1;
    }
    const written = await changeProducts(tx, changes, { actor: request.actor, now });
    const undoId = shelved.length > 0 ? shop.newId() : null;
    if (undoId !== null) {
      // What was typed stays; the product becomes a draft again.
      const drafts = shelved.map(({ before, values }) => asDraft(before, values));
      await keepForUndo(tx, { id: undoId, actor: request.actor, changes: drafts, now });
    }
    return {
      ok: true,
      saved: written.length - shelved.length,
      published: shelved.length,
      ...{ incomplete, refused, now: current, undoId },
    };
  });
  if (result.ok && result.saved + result.published > 0) await shop.catalogChanged();
  return result;
}

type Outcome = { ok: true; change: ProductChange; isComplete: boolean } | { ok: false; errors: DraftErrors };

function outcomeOf(
  before: EditableProduct | undefined,
  { texts, opened }: SentDraft,
  { shared, isPublishing, categories }: Request & { categories: readonly CategoryChoice[] },
): Outcome {
  if (!before) return { ok: false, errors: { name: "Someone has deleted it" } };
  if (before.status !== "draft") return { ok: false, errors: { name: "This is no longer a draft" } };
  const errors = opened ? changedSince(opened, before, texts, categories) : {};
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const wanted = withShared(texts, shared, before);
  const count = rowCount(before, wanted, opened?.stock ?? "");
  if (!count.ok) return { ok: false, errors: { stock: count.message } };
  const checked = checkDraft(before, { ...wanted, stock: count.stock }, categories);
  if (!checked.ok) return checked;
  const [held] = Object.values(heldErrors(before, checked.values));
  if (held) return { ok: false, errors: { stock: held } };
  const isComplete = Object.keys(checked.lacks).length === 0;
  const status = isComplete && isPublishing ? "active" : "draft";
  return { ok: true, change: { before, values: { ...checked.values, status } }, isComplete };
}

function asDraft(before: EditableProduct, values: ProductChange["values"]): ProductChange {
  const { price, salePrice, saleStartsAt, saleEndsAt } = values;
  const stock = values.stock.map((line) => ({ ...line, held: 0 }));
  return {
    before: { ...before, price, salePrice, saleStartsAt, saleEndsAt, stock, status: "draft" },
    values,
  };
}
