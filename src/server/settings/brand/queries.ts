// The brand's document as rows: the published versions, newest last, and at most one draft.
import { sql } from "kysely";
import type { Brand } from "#domain/brand/brand.ts";
import { BRAND_VERSIONS_MAX } from "#domain/brand/brand.ts";
import { readBrand } from "#domain/brand/brand-schema.ts";
import type { LinkGround } from "#domain/brand/menu.ts";
import type { Db, Tx } from "../../db/transaction.ts";
import { insertSpareImages } from "../../files/pictures/image-queries.ts";

/** The published document, as a column of a statement; null: the default one. */
export const publishedDocument = sql<unknown>`(
  select document from brand_versions where published_at is not null order by id desc limit 1)`;

/** `revision`: rises with each change of the draft; 0: there is none, and the document is the published one. */
export type BrandDraft = { brand: Brand; revision: number };

export async function findDraft(db: Db): Promise<BrandDraft> {
  const { rows } = await sql<{ document: unknown; published: unknown; revision: number | null }>`
    select draft.document, draft.revision, ${publishedDocument} as published
    from (values (1)) one left join brand_versions draft on draft.published_at is null`.execute(db);
  const [row] = rows;
  return { brand: readBrand(row?.document ?? row?.published), revision: row?.revision ?? 0 };
}

export async function writeDraft(tx: Tx, draft: BrandDraft & { actor: string }, now: Date): Promise<void> {
  const { brand, revision, actor } = draft;
  await dropDraft(tx, now);
  await sql`
    insert into brand_versions (document, revision, actor, changed_at)
    values (${JSON.stringify(brand)}::jsonb, ${revision}, ${actor}, ${now})`.execute(tx);
}

/** Its pictures are deleted, too, unless something else shows them. */
export async function dropDraft(tx: Tx, now: Date): Promise<void> {
  const deleted = await tx
    .deleteFrom("brand_versions")
    .where("published_at", "is", null)
    .returning("document")
    .execute();
  await insertSpareImages(tx, picturesOf(deleted), now);
}

function picturesOf(rows: { document: unknown }[]): string[] {
  return JSON.stringify(rows).match(/(?:https?:\/\/|\/)[^\s"()\\]+\.webp/g) ?? [];
}

/** Adds a published version, and deletes those beyond the last ten. Returns its id. */
export async function insertPublished(
  tx: Tx,
  { brand, actor }: { brand: Brand; actor: string },
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto("brand_versions")
    .values({ document: JSON.stringify(brand), actor, changed_at: now, published_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ document: unknown }>`
    delete from brand_versions where published_at is not null and id not in (
      select id from brand_versions where published_at is not null
      order by id desc limit ${BRAND_VERSIONS_MAX})
    returning document`.execute(tx);
  await insertSpareImages(tx, picturesOf(rows), now);
  return id;
}

export type BrandVersion = { id: number; actor: string; publishedAt: Date };

/** The published versions, newest first. Shoppers see the first one. */
export async function listVersions(db: Db): Promise<BrandVersion[]> {
  const rows = await db
    .selectFrom("brand_versions")
    .select(["id", "actor", "published_at"])
    .where("published_at", "is not", null)
    .orderBy("id", "desc")
    .execute();
  return rows.flatMap(({ id, actor, published_at: publishedAt }) =>
    publishedAt ? [{ id, actor, publishedAt }] : [],
  );
}

export async function findVersion(db: Db, id: number): Promise<Brand | null> {
  const row = await db
    .selectFrom("brand_versions")
    .select("document")
    .where("id", "=", id)
    .where("published_at", "is not", null)
    .executeTakeFirst();
  return row ? readBrand(row.document) : null;
}

/** What links of the document may lead to: every collection, in the shop or not, in the owner's order. */
export async function listCollectionChoices(db: Db): Promise<LinkGround["collections"]> {
  return db
    .selectFrom("collections")
    .select(["id", "slug", "name"])
    .orderBy("position")
    .orderBy("id")
    .execute();
}
