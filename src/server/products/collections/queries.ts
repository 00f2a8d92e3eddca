// The SQL of collections. Their products are found in memory (domain/collection/collection.ts).
import { sql } from "kysely";
import type { Collection } from "#domain/collection/collection.ts";
import type { CollectionValues } from "#domain/collection/collection-form.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { isoTime } from "../../db/order-rows.ts";
import type { Db, Tx } from "../../db/transaction.ts";

export type StoredCollection = Collection & { version: number };
type Row = Omit<StoredCollection, "image"> & { image_url: string | null; image_alt: string };

const columns = sql`
  c.id, c.name, c.slug, c.description, c.image_url, c.image_alt, c.is_on as "isOn", ${isoTime(sql`c.starts_at`)} as "startsAt",
  ${isoTime(sql`c.ends_at`)} as "endsAt", c.product_ids::text[] as "productIds", c.rule, c.feed_label as "feedLabel", c.version`;

function toCollection({ image_url: url, image_alt: alt, ...row }: Row): StoredCollection {
  return { ...row, image: url === null ? null : { url, alt: alt || row.name } };
}

/** One statement: all, in the owner's order. */
export async function listCollectionRows(db: Db): Promise<StoredCollection[]> {
  const { rows } = await sql<Row>`select ${columns} from collections c order by c.position, c.id`.execute(db);
  return rows.map(toCollection);
}

export async function findCollectionRow(db: Db, id: string): Promise<StoredCollection | null> {
  const { rows } = await sql<Row>`select ${columns} from collections c where c.id = ${id}`.execute(db);
  return rows[0] ? toCollection(rows[0]) : null;
}

/** Nobody else writes collections until the end of the transaction, so two can't take the same address or position. */
export async function lockCollections(tx: Tx): Promise<void> {
  await sql`lock table collections in share row exclusive mode`.execute(tx);
}

const valuesOf = (values: CollectionValues) => ({
  name: values.name,
  slug: values.slug,
  description: values.description,
  is_on: values.isOn,
  starts_at: values.startsAt,
  ends_at: values.endsAt,
  product_ids: values.productIds === null ? null : [...values.productIds],
  rule: values.rule === null ? null : JSON.stringify(values.rule),
  feed_label: values.feedLabel,
});

/** After all others. */
export async function insertCollection(
  tx: Tx,
  id: string,
  values: CollectionValues,
  now: Date,
): Promise<void> {
  await tx
    .insertInto("collections")
    .values(({ selectFrom, fn, val, eb }) => ({
      ...{ id, ...valuesOf(values), created_at: now, updated_at: now },
      position: eb(
        fn.coalesce(
          selectFrom("collections").select(({ fn }) => fn.max("position").as("last")),
          val(0),
        ),
        "+",
        1,
      ),
    }))
    .execute();
}

export async function updateCollection(
  tx: Tx,
  id: string,
  values: CollectionValues,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("collections")
    .set((eb) => ({ ...valuesOf(values), version: eb("version", "+", 1), updated_at: now }))
    .where("id", "=", id)
    .execute();
}

export async function setCollectionImage(
  tx: Tx,
  id: string,
  image: ProductImage | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("collections")
    .set((eb) => ({
      ...{ image_url: image?.url ?? null, image_alt: image?.alt ?? "", updated_at: now },
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
}

/** Discounts for it alone apply to nothing then, and are switched off. */
export async function deleteCollectionRow(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update discounts set is_on = false, version = version + 1, updated_at = ${now}
    where id in (select id from discounts where collection_id = ${id} and is_on order by id for update)`.execute(
    tx,
  );
  await tx.deleteFrom("collections").where("id", "=", id).execute();
}

/** Renumbers all of them in this order. */
export async function orderCollections(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update collections c set position = o.place from unnest(${[...ids]}::uuid[]) with ordinality as o(id, place)
    where c.id = o.id and c.position <> o.place`.execute(tx);
}

/** Records which are visible now; the change notifies every process. Returns how many changed. */
export async function turnCollections(db: Db, now: Date): Promise<number> {
  const isShown = sql`(is_on and coalesce(starts_at <= ${now}, true) and coalesce(ends_at > ${now}, true))`;
  const { numAffectedRows } = await sql`
    update collections set is_shown = ${isShown} where is_shown <> ${isShown}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
