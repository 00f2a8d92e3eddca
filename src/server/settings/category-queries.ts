// The categories as every room reads them.
import { sql } from "kysely";
import type { Category } from "#domain/category/category.ts";
import type { Db } from "../db/transaction.ts";

/** All of them in the owner's order, as a column of a statement. */
export const categoriesColumn = sql<Category[]>`(
  select coalesce(json_agg(json_build_object('id', c.id, 'slug', c.slug, 'name', c.name, 'formerSlugs', c.former_slugs,
      'isHidden', c.is_hidden, 'text', c.text, 'googleCategory', c.google_category,
      'picture', case when c.image_url is not null then json_build_object('url', c.image_url, 'alt', c.image_alt) end)
    order by c.position, c.id), '[]') from categories c)`;

/** One statement. */
export async function listCategories(db: Db): Promise<Category[]> {
  const { rows } = await sql<{ all: Category[] }>`select ${categoriesColumn} as "all"`.execute(db);
  return rows[0]?.all ?? [];
}
