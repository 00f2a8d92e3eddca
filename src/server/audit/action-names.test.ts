import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditActions, auditLabel } from "#domain/audit/audit-log.ts";
import { createTestShop, TEST_TIME, type TestShop } from "#test/shop/shop.ts";
import { listAuditLog } from "./list-audit-log.ts";

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => store.close());

const migration = new URL("../../../db/migrations/0019_audit_action_names.sql", import.meta.url);

test("entries that were written before actions had one grammar are shown by today's names", async () => {
  const text = await readFile(migration, "utf8");
  const renamed = [...text.matchAll(/\('([a-z_.]+)', '([a-z_.]+)'\)/g)].map(([, before = "", now = ""]) => ({
    before,
    now,
  }));
  expect(renamed.length).toBeGreaterThan(20);
  const entry = { actor: "owner@example.com", object: "1", created_at: new Date(TEST_TIME) };
  const before = [...renamed.map((name) => name.before), "order.shipped"];
  await store.shop.db
    .insertInto("admin_audit")
    .values(before.map((action) => ({ ...entry, action })))
    .execute();
  await sql.raw(text).execute(store.shop.db);
  const { entries } = await listAuditLog(store.shop, { kind: null, before: null });
  expect(entries.map(({ action }) => action).reverse()).toEqual([
    ...renamed.map(({ now }) => now),
    "order.shipped",
  ]);
  for (const { action } of entries) expect(Object.keys(auditActions)).toContain(action);
  for (const { action } of entries) expect(auditLabel(action)).not.toBe(action);
});

test("an entry still can't be changed", async () => {
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
