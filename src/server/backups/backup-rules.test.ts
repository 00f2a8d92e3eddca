import { afterEach, beforeEach, expect, test } from "vitest";
import { OWNER as actor } from "#test/people.ts";
import { createTestShop, type TestShop } from "#test/shop.ts";
import { askForTroubles } from "../alerts/find-troubles.ts";
import { examineSetup } from "../doctor/examine-setup.ts";
import { saveBackupRules } from "./ask-for-backup.ts";
import { findBooks } from "./backup-queries.ts";
import { loadBackups } from "./load-backups.ts";

const DAY_MS = 24 * 60 * 60_000;

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => store.close());

test("[KN-6] a form that was opened before does not shorten again, unseen, how long backups are kept", async () => {
  const save = (fields: Record<string, string>) => saveBackupRules(store.shop, { actor, fields });
  const stored = async () => (await findBooks(store.shop)).rules;
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

test("[KN-6] a backup that is dated a year ahead hides no newer one, and nobody is told that all is well because of it", async () => {
  const { shop, clock } = store;
  const insert = (days: number) => {
    const created_at = new Date(clock.now() + days * DAY_MS);
    const row = { id: shop.newId(), kind: "nightly", state: "done", created_at } as const;
    return shop.db.insertInto("backups").values(row).execute();
  };
  await insert(365);
  await insert(0);
  const ages = (await loadBackups(shop)).backups.map(({ createdAt }) =>
    Math.round((Date.parse(createdAt) - clock.now()) / DAY_MS),
  );
  expect(ages).toEqual([0, 365]);
  clock.advance(4 * DAY_MS);
  expect(await askForTroubles(shop)).toMatchObject([{ kind: "backups" }]);
  const line = (await examineSetup(shop)).find(({ name }) => name === "Backups");
  expect(line).toMatchObject({ verdict: "broken", text: expect.stringContaining("4 days ago") });
});
