import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct } from "#test/shop/products.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { checkpointWhenDue } from "./checkpoint.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());

/** Where a start after a crash would begin to read the log. */
async function readStart(): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`select redo_lsn as at from pg_control_checkpoint()`.execute(
    store.shop.db,
  );
  return rows[0]?.at;
}

test("the embedded database makes a checkpoint when its log has grown enough, and not before", async () => {
  const before = await readStart();
  await addProduct(store.shop);
  await checkpointWhenDue(store.shop, { logBytesMax: 1024 ** 3 });
  expect(await readStart()).toBe(before);
  await checkpointWhenDue(store.shop, { logBytesMax: 100 });
  expect(await readStart()).not.toBe(before);
});
