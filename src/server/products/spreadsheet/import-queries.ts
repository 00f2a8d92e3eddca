// The SQL of importing products: checked files, and what their rows are validated against.
import { sql } from "kysely";
import type { Db, Tx } from "../../db/transaction.ts";

/** A product's state when the preview was shown: its version and its stock. */
export type SeenProduct = { version: number; stock: string };

export type StoredImport = {
  id: string;
  csv: string;
  seen: {
    /** Products that would change, by id. */
    products: Record<string, SeenProduct>;
    /** What the owner was told about new products that are changed or left out. */
    told: string[];
  };
  appliedAt: Date | null;
};

export async function insertImport(
  db: Db,
  { id, actor, csv, seen, now }: Omit<StoredImport, "appliedAt"> & { actor: string; now: Date },
): Promise<void> {
  await db
    .insertInto("product_imports")
    .values({ id, actor, csv, seen: JSON.stringify(seen), created_at: now })
    .execute();
}

/** A checked file that is not too old, or null. With `lock`, nobody else can import it during the transaction. */
export async function findImport(
  db: Db,
  { id, since, lock = false }: { id: string; since: Date; lock?: boolean },
): Promise<StoredImport | null> {
  const query = db
    .selectFrom("product_imports")
    .select(["id", "csv", "seen", "applied_at"])
    .where("id", "=", id)
    .where("created_at", ">=", since);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return null;
  const seen = row.seen as unknown as StoredImport["seen"];
  return { id: row.id, csv: row.csv, seen, appliedAt: row.applied_at };
}

/** The file itself is no longer needed. */
export async function markApplied(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable("product_imports").set({ applied_at: now, csv: "" }).where("id", "=", id).execute();
}

export async function deleteImports(db: Db, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom("product_imports").where("created_at", "<", before).execute();
}

/** Which of these URLs are stored: uploaded and not used yet, or shown by a product. */
export async function listStoredPictures(db: Db, urls: string[]): Promise<string[]> {
  if (urls.length === 0) return [];
  const { rows } = await sql<{ url: string }>`
    select url from unnest(${urls}::text[]) as wanted(url)
    where exists (select from spare_images s where s.url = wanted.url)
      or exists (select from products p where p.image_url = wanted.url)
      or exists (select from product_images e where e.image_url = wanted.url)`.execute(db);
  return rows.map((row) => row.url);
}

/** Which of these names a product has, ignoring case; in lower case. */
export async function listTakenNames(db: Db, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select distinct lower(name) as name from products where lower(name) = any(${names}::text[])`.execute(db);
  return rows.map((row) => row.name);
}
