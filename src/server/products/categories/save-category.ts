import { CATEGORIES_MAX, type Category } from "#domain/category/category.ts";
import {
  type CategoryValues,
  categoryForm,
  categoryFormOf,
  parseCategory,
} from "#domain/category/category-form.ts";
import { type FormSaved, type FormValues, isOutdated, readForm } from "#domain/form/form-saved.ts";
import { moved } from "#domain/text/moved.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { type PictureChange, readPictureChange, replacePicture } from "../../files/pictures/only-picture.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { listCategories } from "../../settings/category-queries.ts";
import { insertCategory, lockCategories, orderCategories, updateCategory } from "./category-writes.ts";

export type SaveCategory = {
  /** null: a new one. */
  id: string | null;
  /** Those of categoryForm, and `base`, what the form was opened with. */
  fields: FormValues;
  picture: PictureChange;
  actor: string;
};

export type CategorySaved = FormSaved | { ok: false; reason: "not_found" };

const TOO_MANY = "A shop can't have more categories. Delete one first.";

/** Every page shows it from the commit on. A former address keeps redirecting to it. */
export async function saveCategory(
  shop: Shop,
  { id, fields, picture, actor }: SaveCategory,
): Promise<CategorySaved> {
  const read = readForm(categoryForm, fields);
  if (!read.ok) return read;
  const change = await readPictureChange(shop, picture);
  if (!change.ok) return { ok: false, reason: "invalid", errors: { picture: change.error } };
  const result = await inTransaction(shop, async (tx): Promise<CategorySaved> => {
    await lockCategories(tx);
    const all = await listCategories(tx);
    const before = all.find((category) => category.id === id) ?? null;
    if (id !== null && !before) return { ok: false, reason: "not_found" };
    const stored = before && categoryFormOf(before);
    if (stored && isOutdated(fields.base, stored)) return { ok: false, reason: "changed", now: stored };
    if (!before && all.length >= CATEGORIES_MAX)
      return { ok: false, reason: "invalid", errors: { name: TOO_MANY } };
    const shown = before?.picture?.url ?? null;
    const url = change.over(shown);
    const others = all.filter((category) => category !== before);
    const parsed = parseCategory(read.value, others, { hasPicture: url !== null });
    if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
    const { alt, ...rest } = parsed.value;
    const values = { ...rest, picture: url === null ? null : { url, alt } };
    const saved = before?.id ?? freeId(parsed.value.name, all);
    if (before) await updateCategory(tx, { id: saved, values, formerSlugs: formerSlugs(before, rest.slug) });
    else await insertCategory(tx, { id: saved, values, position: all.length + 1 });
    await replacePicture(tx, { before: shown, after: url, now: nowOf(shop) });
    const action = before ? "category.changed" : "category.created";
    const logged = { before: before && told(before), after: told(values) };
    await insertAudit(tx, { actor, action, object: saved, ...logged }, nowOf(shop));
    return { ok: true, now: categoryFormOf(values) };
  });
  if (result.ok) await shop.catalogChanged();
  return result;
}

/** Moves it up or down by one. */
export async function moveCategory(
  shop: Shop,
  { id, isUp, actor }: { id: string; isUp: boolean; actor: string },
): Promise<void> {
  await inTransaction(shop, async (tx) => {
    await lockCategories(tx);
    const ids = (await listCategories(tx)).map((category) => category.id);
    const from = ids.indexOf(id);
    const now = moved(ids, from, from + (isUp ? -1 : 1));
    if (now === ids) return;
    await orderCategories(tx, now);
    const logged = { before: { categories: ids }, after: { categories: now } };
    await insertAudit(tx, { actor, action: "categories.ordered", object: id, ...logged }, nowOf(shop));
  });
  await shop.catalogChanged();
}

/** Its slug, which stays the same when the name changes. */
function freeId(name: string, all: readonly Category[]): string {
  const taken = new Set(all.map(({ id }) => id));
  for (let number = 2, id = name; ; number += 1) {
    if (!taken.has(id)) return id;
    id = `${name} ${number}`;
  }
}

function formerSlugs({ slug, formerSlugs: former }: Category, now: string): string[] {
  return [...new Set([...former, slug])].filter((each) => each !== now);
}

/** For the activity log. */
function told({
  name,
  slug,
  text,
  googleCategory,
  isHidden,
  picture,
}: Omit<CategoryValues, "alt"> & Pick<Category, "picture">) {
  return { name, address: slug, text, googleCategory, isHidden, picture: picture?.url ?? "" };
}
