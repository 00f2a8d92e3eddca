import { afterEach, beforeEach, expect, test } from "vitest";
import { OWNER as actor } from "#test/sales/people.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { loadReminders, saveReminders } from "./save-reminders.ts";

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => store.close());

const save = (fields: Record<string, string>) => saveReminders(store.shop, { actor, fields });
const stored = async () => (await loadReminders(store.shop)).hours;
/** What the page puts into the form. */
const opened = async () => JSON.stringify({ hours: await stored() });

test("[PE-3] a form that was opened before does not turn reminders on again, unseen", async () => {
  await save({ reminds: "on", hours: "4" });
  const base = await opened();
  // Another tab: reminders are off from now on.
  expect(await save({ hours: "4", base })).toEqual({ ok: true });
  const late = { reminds: "on", hours: "6" };
  expect(await save({ ...late, base })).toEqual({
    ok: false,
    error: "Someone else has turned it off. Save again to replace it",
  });
  expect(await stored()).toBeNull();
  // The page has what is stored by then, so who saves again means it.
  expect(await save({ ...late, base: await opened() })).toEqual({ ok: true });
  expect(await stored()).toBe(6);
});

test("[PE-3] hours that someone else has set are reported, unless the owner wants the same", async () => {
  const base = await opened();
  await save({ reminds: "on", hours: "12", base });
  expect(await save({ reminds: "on", hours: "6", base })).toEqual({
    ok: false,
    error: "Someone else has set it to 12. Save again to replace it",
  });
  expect(await save({ reminds: "on", hours: "12", base })).toEqual({ ok: true });
  expect(await stored()).toBe(12);
});
