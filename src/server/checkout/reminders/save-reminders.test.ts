import { expect, test } from "vitest";
import { reminderFormOf } from "#domain/reminders/reminder-form.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { loadReminders, saveReminders } from "./save-reminders.ts";

const store = freshShop();

const save = (fields: Record<string, string>) => saveReminders(store.shop, { actor, fields });
const stored = async () => (await loadReminders(store.shop)).hours;
/** What the page sends in the form. */
const opened = async () => JSON.stringify(reminderFormOf(await stored()));

test("[PE-3] an outdated form does not silently turn reminders on again", async () => {
  await save({ reminds: "on", hours: "4" });
  const base = await opened();
  // Another tab has turned reminders off in the meantime.
  expect(await save({ hours: "4", base })).toMatchObject({ ok: true });
  const late = { reminds: "on", hours: "6" };
  expect(await save({ ...late, base })).toEqual({
    ok: false,
    reason: "changed",
    now: { reminds: false, hours: 4 },
  });
  expect(await stored()).toBeNull();
  // The page shows what is stored by now, so saving again is intended.
  expect(await save({ ...late, base: await opened() })).toMatchObject({ ok: true });
  expect(await stored()).toBe(6);
});

test("[PE-3] hours that someone else has set are reported, unless the owner wants the same", async () => {
  const base = await opened();
  await save({ reminds: "on", hours: "12", base });
  expect(await save({ reminds: "on", hours: "6", base })).toEqual({
    ok: false,
    reason: "changed",
    now: { reminds: true, hours: 12 },
  });
  expect(await save({ reminds: "on", hours: "12", base })).toMatchObject({ ok: true });
  expect(await stored()).toBe(12);
});
