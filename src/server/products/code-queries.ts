// Who has which code. No two options of the shop have one SKU or one GTIN: an index of the database says so, and this
// names the one that has it, before anything is written.
import { sql } from "kysely";
import type { CodeOwner } from "#domain/product/options/code-owners.ts";
import { type Db, errorCode } from "../db/transaction.ts";

/** Keys as `codeKey` makes them. One statement: the options that have one of them. */
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

/** SQLSTATE of a row that an index refuses since there is one like it. */
const TAKEN = "23505";

/** Repeats once what another transaction has been ahead of with a code or an id: then it is seen and named. */
export async function sayingWhoWasFirst<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) !== TAKEN) throw error;
    return work();
  }
}
