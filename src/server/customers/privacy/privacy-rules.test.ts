import { expect, test } from "vitest";
import { defaultPrivacyRules } from "#domain/privacy/privacy-rules.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { saveReminders } from "../../checkout/reminders/save-reminders.ts";
import { findPrivacyRules } from "./privacy-queries.ts";
import { savePrivacyRules } from "./privacy-rules.ts";

const store = freshShop();

test("[PE-2] a form that was opened earlier does not silently overwrite newer rules", async () => {
  const texts = { orderYears: "3", messageDays: "730", checkoutDays: "7", restockDays: "365" };
  const save = (fields: Record<string, string>) => savePrivacyRules(store.shop, { actor, fields });
  await save(texts);
  const opened = JSON.stringify(await findPrivacyRules(store.shop.db));
  // Another tab: names stay for good from now on.
  expect(await save({ ...texts, orderYears: "", base: opened })).toMatchObject({ ok: true });
  const late = { ...texts, messageDays: "365" };
  expect(await save({ ...late, base: opened })).toEqual({
    ok: false,
    reason: "changed",
    now: { ...defaultPrivacyRules, orderYears: null },
  });
  expect((await findPrivacyRules(store.shop.db)).orderYears).toBeNull();
  // The page has what is stored by then, so who saves again means it.
  const seen = JSON.stringify(await findPrivacyRules(store.shop.db));
  expect(await save({ ...late, base: seen })).toMatchObject({ ok: true });
  expect(await findPrivacyRules(store.shop.db)).toMatchObject({ orderYears: 3, messageDays: 365 });
});

test("[PE-3] an address is not erased before the reminder that its shopper was promised", async () => {
  const { shop } = store;
  await saveReminders(shop, { actor, fields: { reminds: "on", hours: "24" } });
  const texts = { orderYears: "", messageDays: "730", checkoutDays: "1", restockDays: "365" };
  expect(await savePrivacyRules(shop, { actor, fields: texts })).toEqual({
    ok: false,
    reason: "invalid",
    errors: {
      checkoutDays: "Enter at least 2 days, because a reminder goes out 24 hours after the checkout",
    },
  });
  expect(await findPrivacyRules(shop.db)).toMatchObject({ checkoutDays: 7 });
  expect(await savePrivacyRules(shop, { actor, fields: { ...texts, checkoutDays: "2" } })).toMatchObject({
    ok: true,
  });
  await saveReminders(shop, { actor, fields: { hours: "4" } });
  expect(await savePrivacyRules(shop, { actor, fields: texts })).toMatchObject({ ok: true });
});
