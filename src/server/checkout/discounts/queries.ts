// The SQL of discounts. Database functions hold and take their uses (db/functions/*-discount.sql).
import { sql } from "kysely";
import type { Discount } from "#domain/discount/discount.ts";
import type { DiscountValues } from "#domain/discount/discount-form.ts";
import type { DiscountRow } from "#domain/discount/discount-state.ts";
import { isoTime } from "../../db/order-rows.ts";
import type { Db, Tx } from "../../db/transaction.ts";
import { listCollectionRows } from "../../products/collections/queries.ts";
import { withCollections } from "./collection-discounts.ts";

/** A discount that could apply to a cart, as the database returns it (db/functions/checkout/discounts-for.sql). */
export type FoundDiscount = Discount & {
  version: number;
  /** Why it does not apply now; null when it does. For an automatic one, only that the email has used it up. */
  refusal: "off" | "not_yet" | "ended" | "used_up" | "other_email" | "used_by_email" | null;
  startsAt: string | null;
  /** Its products are not found yet (collection-discounts.ts). */
  collectionId: string | null;
};

/** `email`: as emailKey makes it; null for an unknown shopper. */
export async function findDiscounts(
  db: Db,
  asked: {
    code: string | null;
    productIds: readonly string[];
    email: string | null;
    now: Date;
    own?: string | null;
  },
): Promise<FoundDiscount[]> {
  const { rows } = await sql<{ found: FoundDiscount[] }>`
    select discounts_for(${asked.code}, ${[...asked.productIds]}::uuid[], ${asked.email}, ${asked.now}, ${asked.own ?? null}::uuid) as found`.execute(
    db,
  );
  return withCollections(db, rows[0]?.found ?? [], asked);
}

const rowColumns = sql`
  d.id, d.code, d.name, d.kind, d.value, d.subtotal_min as "subtotalMin", d.uses_max as "usesMax",
  d.uses_per_email_max as "usesPerEmailMax", d.product_ids::text[] as "productIds", d.categories, d.collection_id as "collectionId", (
    select json_build_object('name', c.name, 'isShown', c.is_shown) from collections c where c.id = d.collection_id) as collection, d.is_on as "isOn", d.version,
  d.for_email as "forEmail", d.taken, d.uses, ${isoTime(sql`d.starts_at`)} as "startsAt", ${isoTime(sql`d.ends_at`)} as "endsAt"`;

/** One statement: active ones first, newest first. `after`: the last id of the previous page. */
export async function listDiscountRows(db: Db, after: string | null, limit: number): Promise<DiscountRow[]> {
  const place = sql`(d.is_on, d.created_at, d.id)`;
  const isAfter = after
    ? sql`where ${place} < (select p.is_on, p.created_at, p.id from discounts p where p.id = ${after})`
    : sql``;
  const { rows } = await sql<DiscountRow>`
    select ${rowColumns} from discounts d ${isAfter}
    order by d.is_on desc, d.created_at desc, d.id desc limit ${limit}`.execute(db);
  return rows;
}

/** `lock`: for the rest of the transaction. */
export async function findDiscountRow(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<DiscountRow | null> {
  const { rows } = await sql<DiscountRow>`
    select ${rowColumns} from discounts d where d.id = ${id} ${lock ? sql`for no key update` : sql``}`.execute(
    db,
  );
  return rows[0] ?? null;
}

const columnsOf = (values: DiscountValues) => ({
  code: values.code,
  name: values.name,
  kind: values.kind,
  value: values.value,
  starts_at: values.startsAt,
  ends_at: values.endsAt,
  uses_max: values.usesMax,
  uses_per_email_max: values.usesPerEmailMax,
  subtotal_min: values.subtotalMin,
  for_email: values.forEmail,
  product_ids: values.productIds,
  categories: values.categories,
  collection_id: values.collectionId,
});

/** False when another discount has the code. */
export async function insertDiscount(
  tx: Tx,
  { id, values, isOn, now }: { id: string; values: DiscountValues; isOn: boolean; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto("discounts")
    .values({ id, ...columnsOf(values), is_on: isOn, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function isCodeTaken(tx: Tx, code: string, besides: string): Promise<boolean> {
  const row = await tx
    .selectFrom("discounts")
    .select("id")
    .where("code", "=", code)
    .where("id", "<>", besides)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes a locked discount. Checkouts priced with its old values are priced again. */
export async function updateDiscount(
  tx: Tx,
  id: string,
  { values, isOn, now }: { values?: DiscountValues; isOn?: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable("discounts")
    .set((eb) => ({
      ...(values ? columnsOf(values) : {}),
      ...(isOn === undefined ? {} : { is_on: isOn }),
      version: eb("version", "+", 1),
      updated_at: now,
    }))
    .where("id", "=", id)
    .execute();
}

/** The names of the active discounts for a collection. */
export async function listDiscountsFor(db: Db, collectionId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(code, name) as name from discounts where collection_id = ${collectionId} and is_on
    order by created_at, id`.execute(db);
  return rows.map(({ name }) => name);
}

/** Nobody picks more than this one by one: a discount for many products is for a category. */
const CHOICES_MAX = 500;

/** What a discount may be for: all collections in the owner's order, and products. */
export async function listDiscountChoices(db: Db, chosen: readonly string[]) {
  const collections = (await listCollectionRows(db)).map(({ id, name }) => ({ id, name }));
  return { collections, ...(await listDiscountProducts(db, chosen)) };
}

/** The products to choose for a discount, by name, and those that it has already. `isCut`: there are more. */
export async function listDiscountProducts(
  db: Db,
  chosen: readonly string[],
): Promise<{ products: { id: string; name: string }[]; isCut: boolean }> {
  const { rows } = await sql<{ id: string; name: string; isCut: boolean }>`
    select id, name, (select count(*) from products where status = 'active') > ${CHOICES_MAX} as "isCut" from (
      select id, name from products where id = any (${[...chosen]}::uuid[])
      union (select id, name from products where status = 'active' order by lower(name) collate "C", id limit ${CHOICES_MAX})
    ) listed order by name, id`.execute(db);
  return {
    products: rows.map(({ id, name }) => ({ id, name })),
    isCut: rows[0]?.isCut ?? false,
  };
}
