import { nowOf, type Shop } from "../../core/shop.ts";
import { errorCode, inTransaction } from "../../db/transaction.ts";
import { replacePicture } from "../../files/pictures/only-picture.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { listCategories } from "../../settings/category-queries.ts";
import { findCategoryUses, lockCategories, moveAndDelete } from "./category-writes.ts";

const FOREIGN_KEY_VIOLATION = "23503";

export type CategoryDeleted =
  | { ok: true; moved: number }
  /** `busy`: a product was added to it at the same time. */
  | { ok: false; reason: "not_found" | "no_target" | "busy" };

/** `target`: where its products move and its links redirect. */
export async function deleteCategory(
  shop: Shop,
  { id, target, actor }: { id: string; target: string; actor: string },
): Promise<CategoryDeleted> {
  const deleting = inTransaction(shop, async (tx): Promise<CategoryDeleted> => {
    await lockCategories(tx);
    const uses = await findCategoryUses(tx, id);
    const all = await listCategories(tx);
    const category = all.find((each) => each.id === id);
    if (!category) return { ok: false, reason: "not_found" };
    if (target === id || !all.some((each) => each.id === target)) return { ok: false, reason: "no_target" };
    const now = nowOf(shop);
    const slugs = [category.slug, ...category.formerSlugs];
    const moved = await moveAndDelete(tx, { id, target, slugs, now });
    await replacePicture(tx, { before: category.picture?.url ?? null, after: null, now });
    const before = { name: category.name, address: category.slug };
    const after = {
      products: moved,
      movedTo: target,
      discounts: uses.discounts.map(({ name }) => name).join(", "),
    };
    await insertAudit(tx, { actor, action: "category.deleted", object: id, before, after }, now);
    return { ok: true, moved };
  });
  const result = await deleting.catch((error: unknown): CategoryDeleted => {
    if (errorCode(error) === FOREIGN_KEY_VIOLATION) return { ok: false, reason: "busy" };
    throw error;
  });
  if (result.ok) await shop.catalogChanged();
  return result;
}
