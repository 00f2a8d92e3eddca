import { afterEach, beforeEach, expect, test } from "vitest";
import { OWNER as actor } from "#test/sales/people.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { loadReviewRules, saveReviewRules } from "./save-review-rules.ts";

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => store.close());

const save = (fields: Record<string, string>) => saveReviewRules(store.shop, { actor, fields });
const stored = () => loadReviewRules(store.shop);
/** What the page puts into the form. */
const opened = async () => JSON.stringify(await stored());

test("[CH-7] a form that was opened before does not turn the asking on again, unseen", async () => {
  const base = await opened();
  // Another tab: requests are off from now on.
  expect(await save({ afterDays: "7", base })).toEqual({ ok: true });
  const late = { asks: "on", afterDays: "14" };
  expect(await save({ ...late, base })).toEqual({
    ok: false,
    error: "Someone else has turned it off. Save again to replace it",
  });
  expect(await stored()).toEqual({ asks: false, afterDays: 7 });
  // The page has what is stored by then, so who saves again means it.
  expect(await save({ ...late, base: await opened() })).toEqual({ ok: true });
  expect(await stored()).toEqual({ asks: true, afterDays: 14 });
});

test("[CH-7] everything that someone else has set is reported, unless the owner wants the same", async () => {
  await save({ afterDays: "7" });
  const base = await opened();
  await save({ asks: "on", afterDays: "21", base });
  expect(await save({ afterDays: "9", base })).toEqual({
    ok: false,
    error: "Someone else has turned it on and set the days to 21. Save again to replace it",
  });
  expect(await save({ asks: "on", afterDays: "21", base })).toEqual({ ok: true });
  expect(await stored()).toEqual({ asks: true, afterDays: 21 });
});
