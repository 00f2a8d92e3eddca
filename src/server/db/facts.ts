// What the shop remembers of itself in its database, by name: which secret it ran with, where it was moved from.
import type { Db } from "./transaction.ts";

export async function findFact(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom("shop_facts").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value ?? null;
}

export async function saveFact(
  db: Db,
  { name, value, now }: { name: string; value: string; now: Date },
): Promise<void> {
  await db
    .insertInto("shop_facts")
    .values({ name, value, noted_at: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value, noted_at: now }))
    .execute();
}
