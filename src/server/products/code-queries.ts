// Finds who already uses a code. A unique index guarantees that no two variants share a SKU or a GTIN; this query names
// the other variant before anything is written.
import { sql } from "kysely";
import type { CodeOwner } from "#domain/product/options/code-owners.ts";
import { type Db, errorCode } from "../db/transaction.ts";

/** Keys as `codeKey` makes them. One statement: the variants that use one of them. */
export async function listCodeOwners(
  db: Db,
  { sku, gtin }: Record<"sku" | "gtin", string[]>,
): Promise<CodeOwner[]> {
  if (sku.length + gtin.length === 0) return [];
  const { rows } = await sql<CodeOwner>`
    select p.id as "productId", p.name, i.variation, i.sku, i.gtin from inventory i join products p on p.id = i.product_id
    where (i.sku <> '' and lower(i.sku) = any(${sku}::text[]))
      or (i.gtin <> '' and lpad(i.gtin, 14, '0') = any(${gtin}::text[]))`.execute(db);
  return rows;
}

/** SQLSTATE of a unique violation. */
const TAKEN = "23505";

/**
 * Retries once when a concurrent transaction took a code or an id first: the second attempt sees it and can name it.
 */
export async function sayingWhoWasFirst<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) !== TAKEN) throw error;
    return work();
  }
}
