import { expect, test } from "vitest";
import { OWNER as actor } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { loadReviewRules, saveReviewRules } from "./save-review-rules.ts";

const store = freshShop();

const save = (fields: Record<string, string>) => saveReviewRules(store.shop, { actor, fields });
const stored = () => loadReviewRules(store.shop);
/** What the page puts into the form. */
const opened = async () => JSON.stringify(await stored());

test("[CH-7] a form that was opened before does not turn the asking on again, unseen", async () => {
  const base = await opened();
  // Another tab: requests are off from now on.
  expect(await save({ afterDays: "7", base })).toMatchObject({ ok: true });
  const late = { asks: "on", afterDays: "14" };
  expect(await save({ ...late, base })).toEqual({
    ok: false,
    reason: "changed",
    now: { asks: false, afterDays: 7 },
  });
  expect(await stored()).toEqual({ asks: false, afterDays: 7 });
  // The page has what is stored by then, so who saves again means it.
  expect(await save({ ...late, base: await opened() })).toMatchObject({ ok: true });
  expect(await stored()).toEqual({ asks: true, afterDays: 14 });
});

test("[CH-7] a second tab is told what is stored, and wanting the same is no conflict", async () => {
  await save({ afterDays: "7" });
  const base = await opened();
  await save({ asks: "on", afterDays: "21", base });
  expect(await save({ afterDays: "9", base })).toEqual({
    ok: false,
    reason: "changed",
    now: { asks: true, afterDays: 21 },
  });
  expect(await save({ asks: "on", afterDays: "21", base })).toMatchObject({ ok: true });
  expect(await stored()).toEqual({ asks: true, afterDays: 21 });
});
