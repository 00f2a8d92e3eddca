// Two who set the same rule, choose the hero, or take in the same file at the same moment.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { reminderFormOf } from "#domain/reminders/reminder-form.ts";
import { whileOneWaits } from "#test/database/two-transactions.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { saveReminders } from "../checkout/reminders/save-reminders.ts";
import { nowOf } from "../core/shop.ts";
import { savePrivacyRules } from "../customers/privacy/privacy-rules.ts";
import { upsertReviewRules } from "../inbox/reviews/ask-queries.ts";
import { decideReview } from "../inbox/reviews/decide-review.ts";
import { saveReviewRules } from "../inbox/reviews/save-review-rules.ts";
import { addPhoto } from "../products/drafts/add-photo.ts";
import { keepPhoto, lockPhoto } from "../products/drafts/draft-queries.ts";
import { chooseHero } from "../products/hero-product.ts";
import { applyImport } from "../products/spreadsheet/apply-import.ts";
import { checkImport } from "../products/spreadsheet/check-import.ts";
import { markApplied } from "../products/spreadsheet/import-queries.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { Tx } from "./transaction.ts";

const store = freshShop();
beforeEach(async () => {
  await loadSettings(store.shop);
});

const lockSettings = (tx: Tx) => sql`select from store_settings for update`.execute(tx);
const remindAfter = (hours: number) => (tx: Tx) =>
  sql`update store_settings set reminder_hours = ${hours}, version = version + 1`.execute(tx);

test("[PE-3] of two who set the reminders at the same moment the second hears of the first", async () => {
  const fields = { reminds: "on", hours: "4", base: JSON.stringify(reminderFormOf(null)) };
  const saved = await whileOneWaits(store.shop, {
    holds: lockSettings,
    works: () => saveReminders(store.shop, { actor, fields }),
    meanwhile: remindAfter(12),
  });
  expect(saved).toEqual({
    ok: false,
    reason: "changed",
    now: { reminds: true, hours: 12 },
  });
});

test("[PE-3] no address is erased before a reminder that is promised at the same moment", async () => {
  const fields = { orderYears: "", messageDays: "730", checkoutDays: "1", restockDays: "365" };
  const saved = await whileOneWaits(store.shop, {
    holds: lockSettings,
    works: () => savePrivacyRules(store.shop, { actor, fields }),
    meanwhile: remindAfter(24),
  });
  expect(saved).toMatchObject({
    ok: false,
    errors: { checkoutDays: expect.stringContaining("at least 2 days") },
  });
});

test("[HM-1] a product that is put at the top stays there when another one is taken off at the same moment", async () => {
  const [first, other] = [await putOnShelf(store.shop), await putOnShelf(store.shop)];
  await chooseHero(store.shop, { id: first, isOn: true, actor });
  await whileOneWaits(store.shop, {
    holds: lockSettings,
    works: () => chooseHero(store.shop, { id: first, isOn: false, actor }),
    meanwhile: (tx) => sql`update store_settings set hero_product_id = ${other}`.execute(tx),
  });
  const { rows } = await sql`select hero_product_id as hero from store_settings`.execute(store.shop.db);
  expect(rows).toEqual([{ hero: other }]);
});

test("[CH-7] of two who set the rules of reviews at the same moment the second hears of the first", async () => {
  const opened = { asks: true, afterDays: 7 };
  await store.shop.db.transaction().execute((tx) => upsertReviewRules(tx, opened));
  const fields = { asks: "on", afterDays: "9", base: JSON.stringify(opened) };
  const saved = await whileOneWaits(store.shop, {
    holds: (tx) => upsertReviewRules(tx, { asks: true, afterDays: 21 }),
    works: () => saveReviewRules(store.shop, { actor, fields }),
  });
  expect(saved).toEqual({
    ok: false,
    reason: "changed",
    now: { asks: true, afterDays: 21 },
  });
});

test("[CH-7] words that are changed while the owner shows the former ones are not shown", async () => {
  await sell(store);
  const id = store.shop.newId();
  await sql`
    insert into reviews (id, order_item_id, product_id, stars, body, name, written_at, changed_at)
    select ${id}::uuid, id, product_id, 5, 'Stays on in wind.', 'Pat E.', now(), now() from order_items`.execute(
    store.shop.db,
  );
  const decided = await whileOneWaits(store.shop, {
    holds: (tx) => sql`update reviews set body = 'Buy it elsewhere.', version = version + 1`.execute(tx),
    works: () => decideReview(store.shop, { id, version: 1, to: "shown", actor }),
  });
  expect(decided).toEqual({ ok: false, reason: "changed" });
});

test("a file that another press imports at this moment is not imported again", async () => {
  const csv =
    "Title,Product Category,Price,Inventory quantity,Description\nLinks Cap,Hats,32,4,Washed cotton.\n";
  const { id } = await checkImport(store.shop, { bytes: Buffer.from(csv), actor });
  if (id === null) throw new Error("the file has a problem");
  const imported = await whileOneWaits(store.shop, {
    holds: (tx) => markApplied(tx, id, nowOf(store.shop)),
    works: () => applyImport(store.shop, { id, actor }),
  });
  expect(imported).toEqual({ ok: false, reason: "already_imported" });
});

test("[EA-3] a photo that another request brings at this moment is known", async () => {
  const bytes = await sharp({ create: { width: 30, height: 40, channels: 3, background: "#184b33" } })
    .png()
    .toBuffer();
  const hash = createHash("sha256").update(bytes).digest("hex");
  const url = "/storage/product-images/first.webp";
  const productId = await putOnShelf(store.shop, { status: "draft", image: url });
  const answer = await whileOneWaits(store.shop, {
    holds: async (tx) => {
      await lockPhoto(tx, hash);
      await keepPhoto(tx, { hash, productId, url });
    },
    works: () => addPhoto(store.shop, { bytes, fileName: "cap.jpg", draftId: "", place: 9, actor }),
  });
  expect(answer).toMatchObject({ ok: true, isKnown: true, draft: { id: productId } });
});
