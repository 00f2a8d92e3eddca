import { afterEach, beforeEach, expect, test } from "vitest";
import { OWNER as actor } from "#test/people.ts";
import { createTestShop, type TestShop } from "#test/shop.ts";
import { saveBackupRules } from "./ask-for-backup.ts";
import { findBooks } from "./backup-queries.ts";

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => store.close());

test("[KN-6] a form that was opened before does not shorten again, unseen, how long backups are kept", async () => {
  const save = (fields: Record<string, string>) => saveBackupRules(store.shop, { actor, fields });
  const stored = async () => (await findBooks(store.shop.db)).rules;
  const base = JSON.stringify(await stored());
  // Another tab: each backup stays for a month.
  expect(await save({ days: "30", weeks: "4", base })).toEqual({ ok: true });
  const late = { days: "7", weeks: "8" };
  expect(await save({ ...late, base })).toEqual({
    ok: false,
    errors: { days: "Somebody else has set it to 30 meanwhile. Saving again replaces that" },
  });
  expect(await stored()).toEqual({ days: 30, weeks: 4 });
  // The page has what is stored by then, so who saves again means it.
  expect(await save({ ...late, base: JSON.stringify(await stored()) })).toEqual({ ok: true });
  expect(await stored()).toEqual({ days: 7, weeks: 8 });
});
