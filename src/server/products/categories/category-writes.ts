// The SQL that changes categories. Their lock comes first and is weak enough not to block a product that refers to a
// category; then discounts and products, in the shop's lock order.
import { sql } from "kysely";
import type { CategoryValues } from "#domain/category/category-form.ts";
import type { Db, Tx } from "../../db/transaction.ts";

/** Nobody else changes categories until the transaction ends. */
export async function lockCategories(tx: Tx): Promise<void> {
  await sql`select from categories order by id for no key update`.execute(tx);
}

type CategoryRow = Omit<CategoryValues, "alt"> & { picture: { url: string; alt: string } | null };

function columnsOf({ name, slug, text, googleCategory, isHidden, picture }: CategoryRow) {
  return {
    ...{ name, slug, text, is_hidden: isHidden, google_category: googleCategory },
    image_url: picture?.url ?? null,
    image_alt: picture?.alt ?? "",
  };
}

export async function insertCategory(
  tx: Tx,
  { id, values, position }: { id: string; values: CategoryRow; position: number },
): Promise<void> {
  await tx
    .insertInto("categories")
    .values({ id, position, ...columnsOf(values) })
    .execute();
}

export async function updateCategory(
  tx: Tx,
  { id, values, formerSlugs }: { id: string; values: CategoryRow; formerSlugs: readonly string[] },
): Promise<void> {
  await tx
    .updateTable("categories")
    .set({ ...columnsOf(values), former_slugs: [...formerSlugs] })
    .where("id", "=", id)
    .execute();
}

/** In this order. */
export async function orderCategories(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update categories c set position = o.position
    from unnest(${[...ids]}::text[]) with ordinality o (id, position) where o.id = c.id`.execute(tx);
}

/** What refers to a category: products of any status, and discounts for it. */
export type CategoryUses = {
  products: number;
  discounts: { name: string; isOnlyFor: boolean; isOn: boolean }[];
};

export async function findCategoryUses(db: Db, id: string): Promise<CategoryUses> {
  const { rows } = await sql<CategoryUses>`
    select (select count(*)::integer from products where category = ${id}) as products,
      (select coalesce(json_agg(json_build_object('name', coalesce(d.code, d.name), 'isOn', d.is_on,
          'isOnlyFor', cardinality(d.categories) = 1) order by d.created_at, d.id), '[]')
        from discounts d where ${id} = any (d.categories)) as discounts`.execute(db);
  return rows[0] ?? { products: 0, discounts: [] };
}

/** Number of products in each category, by its id. */
export async function countProducts(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; products: number }>`
    select category as id, count(*)::integer as products from products group by 1`.execute(db);
  return new Map(rows.map(({ id, products }) => [id, products]));
}

/**
 * Deletes a category: its products and its links move to the target. A discount that was only for it is turned off; one
 * for other categories, too, stays on for those. Returns how many products moved.
 */
export async function moveAndDelete(
  tx: Tx,
  { id, target, slugs, now }: { id: string; target: string; slugs: readonly string[]; now: Date },
): Promise<number> {
  await sql`update discounts set categories = array_remove(categories, ${id}), version = version + 1,
      is_on = is_on and cardinality(categories) > 1
    where id in (select id from discounts where ${id} = any (categories) order by id for update)`.execute(tx);
  await sql`update size_charts set categories = array_remove(categories, ${id})
    where ${id} = any (categories)`.execute(tx);
  const { numAffectedRows } = await sql`
    update products set category = ${target}, version = version + 1, updated_at = ${now}
      where id in (select id from products where category = ${id} order by id for update)`.execute(tx);
  await tx.deleteFrom("categories").where("id", "=", id).execute();
  await sql`update categories set
      former_slugs = array(select distinct s from unnest(former_slugs || ${[...slugs]}::text[]) s where s <> slug order by s)
    where id = ${target}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
