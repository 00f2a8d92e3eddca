import { expect, test } from "vitest";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { TEST_TIME } from "#test/shop/shop.ts";

const store = freshShop();

test("an entry can't be changed", async () => {
  await store.shop.db
    .insertInto("admin_audit")
    .values({
      actor: "owner@example.com",
      action: "order.shipped",
      object: "1",
      created_at: new Date(TEST_TIME),
    })
    .execute();
  const change = store.shop.db.updateTable("admin_audit").set({ actor: "nobody" }).execute();
  await expect(change).rejects.toThrow();
});
