import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { legalDrafts } from "#domain/settings/legal-drafts.ts";
import { settingsFormOf } from "#domain/settings/settings-form.ts";
import { recordStatements } from "#test/database/statements.ts";
import { OWNER } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import type { TestShop } from "#test/shop/shop.ts";
import { loadMailSetup, queueTestMail } from "../mail/mail-setup.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { findLegalText, loadConfiguration } from "./load-configuration.ts";
import { loadSettings } from "./load-settings.ts";
import { previewRules } from "./preview-rules.ts";
import { restoreLegalText, saveLegalText } from "./save-legal-text.ts";
import { saveSettings } from "./save-settings.ts";

const ACTOR = OWNER;

const store = freshShop();
let changes: number;

beforeEach(async () => {
  changes = 0;
  store.shop.catalogChanged = async () => {
    changes += 1;
  };
});

/** The stored form as a browser sends it, with some fields changed. */
async function opened(change: Record<string, string | undefined> = {}) {
  const stored = await loadConfiguration(store.shop);
  const form = settingsFormOf(stored);
  const sent = Object.entries(form).map(([name, value]) => [
    name,
    typeof value === "boolean" ? (value ? "on" : undefined) : value,
  ]);
  const fields = { ...Object.fromEntries(sent), email: "pro@example.com", ...change };
  return { actor: ACTOR, fields: { ...fields, base: JSON.stringify(form) } };
}

function auditRows() {
  return store.shop.db
    .selectFrom("admin_audit")
    .select(["actor", "action", "object", "before", "after"])
    .orderBy("id")
    .execute();
}

describe("saving the settings", () => {
  test("[ST-1] [DB-4] settings are stored in row 1 in cents, with an audit entry, and every process hears of it", async () => {
    await store.shop.db.deleteFrom("store_settings").execute();
    const change = { enableFreeShipping: "on", freeShippingThreshold: "75", flatRateShippingCost: "7.25" };
    expect(await saveSettings(store.shop, await opened(change))).toMatchObject({ ok: true });
    const rows = await store.shop.db.selectFrom("store_settings").selectAll().execute();
    expect(rows).toMatchObject([
      { id: 1, version: 2, shipping: { flatRateShippingCost: 725, freeShippingThreshold: 7500 } },
    ]);
    expect((await loadSettings(store.shop)).shipping.enableFreeShipping).toBe(true);
    expect(changes).toBe(1);
    expect(await auditRows()).toEqual([
      {
        actor: ACTOR,
        action: "settings.saved",
        object: "store_settings:1",
        before: {
          email: "",
          enableFreeShipping: false,
          flatRateShippingCost: 599,
          freeShippingThreshold: 5000,
        },
        after: {
          email: "pro@example.com",
          enableFreeShipping: true,
          flatRateShippingCost: 725,
          freeShippingThreshold: 7500,
        },
      },
    ]);
  });

  test("[ST-1] nothing is stored of a settings form that breaks a rule", async () => {
    const result = await saveSettings(store.shop, await opened({ storeName: "P", phone: "111" }));
    expect(result).toMatchObject({
      ok: false,
      reason: "invalid",
      errors: { storeName: "Store name must be at least 2 characters" },
    });
    expect([changes, await auditRows()]).toEqual([0, []]);
  });

  test("[ST-1] the second of two editors of the settings sees what is stored, and saves next", async () => {
    const first = await opened({ phone: "111", enableTax: "on", defaultTaxRate: "8" });
    const second = await opened({ phone: "222", address: "1 Fairway Lane" });
    expect(await saveSettings(store.shop, first)).toMatchObject({ ok: true });
    const told = await saveSettings(store.shop, second);
    expect(told).toMatchObject({
      reason: "changed",
      now: { phone: "111", address: "", enableTax: true, defaultTaxRate: "8" },
    });
    expect((await loadSettings(store.shop)).businessInfo.phone).toBe("111");
    const again = await opened({ phone: "222", address: "1 Fairway Lane" });
    expect(await saveSettings(store.shop, again)).toMatchObject({ ok: true });
    expect(await loadSettings(store.shop)).toMatchObject({
      businessInfo: { phone: "222", address: "1 Fairway Lane" },
      tax: { enableTax: true, defaultTaxRate: 8 },
    });
  });

  test("a legal text or a logo that was saved in the meantime causes no conflict, and stays", async () => {
    const form = await opened({ phone: "111" });
    await saveLegalText(store.shop, { actor: ACTOR, page: "terms", fields: { text: "# Own" } });
    expect(await saveSettings(store.shop, form)).toMatchObject({ ok: true });
    expect(await findLegalText(store.shop, { page: "terms" })).toBe("# Own");
  });
});

describe("[ST-1] unsaved rules are tried on the last orders", () => {
  let orders = 0;
  /** An order that was paid, a moment after the one before it; $5.99 for shipping unless a discount takes that. */
  async function bought(price: number, change: Record<string, unknown> = {}): Promise<void> {
    orders += 1;
    const [id, at] = [store.shop.newId(), new Date(store.clock.now() + orders)];
    const money = { subtotal: price, shipping: 599, total: price + 599 };
    const rest = { shipping_address: "{}", source: "test", created_at: at, updated_at: at };
    await store.shop.db
      .insertInto("orders")
      .values({ id, status: "paid", ...money, ...rest, ...change })
      .execute();
    const item = { order_id: id, quantity: 1, price, name: "Cap" };
    await store.shop.db.insertInto("order_items").values(item).execute();
  }
  const preview = async (change: Record<string, string>) =>
    previewRules(store.shop, { fields: (await opened(change)).fields });

  test("the preview of their cost saves nothing", async () => {
    for (const price of [2500, 6000, 1000]) await bought(price);
    const change = { enableFreeShipping: "on", freeShippingThreshold: "50", storeName: "" };
    expect(await preview(change)).toEqual({ count: 3, free: 1, averageDifference: -200 });
    expect((await loadSettings(store.shop)).shipping.enableFreeShipping).toBe(false);
    expect(await preview({ flatRateShippingCost: "x" })).toBeNull();
  });

  test("[DC-1] an order keeps its discount", async () => {
    await bought(5000, { discount: 1000, discount_name: "SUMMER", total: 4599 });
    await bought(1000, { discount_name: "SHIPFREE", shipping: 0, total: 1000 });
    expect(await preview({})).toEqual({ count: 2, free: 1, averageDifference: 0 });
    const change = { enableFreeShipping: "on", freeShippingThreshold: "50" };
    expect(await preview(change)).toEqual({ count: 2, free: 1, averageDifference: 0 });
    expect(await preview({ flatRateShippingCost: "6.99" })).toMatchObject({ averageDifference: 50 });
  });

  test("what was never paid, or was cleared as a rehearsal, is no sale, and takes no place of one", async () => {
    for (const status of ["paid", "partially_refunded", "refunded", "disputed"])
      await bought(1000, { status });
    for (const status of ["pending", "processing", "failed", "canceled"])
      for (const price of [6000, 7000, 8000, 9000, 9900]) await bought(price, { status });
    await bought(6000, { is_rehearsal: true, cleared_at: new Date(store.clock.now()) });
    const change = { enableFreeShipping: "on", freeShippingThreshold: "50" };
    expect(await preview(change)).toEqual({ count: 4, free: 0, averageDifference: 0 });
  });
});

describe("legal texts", () => {
  const save = (text: string, base: string) =>
    saveLegalText(store.shop, {
      ...{ actor: ACTOR, page: "privacy" },
      fields: { text, base: JSON.stringify({ text: base }) },
    });

  test("[RT-5] the owner's own text is kept until the default is restored", async () => {
    expect(await findLegalText(store.shop, { page: "privacy" })).toBeNull();
    expect(await save("Own\r\ntext", legalDrafts.privacy)).toMatchObject({
      ok: true,
    });
    expect(await findLegalText(store.shop, { page: "privacy" })).toBe("Own\ntext");
    await restoreLegalText(store.shop, { actor: ACTOR, page: "privacy" });
    expect(await findLegalText(store.shop, { page: "privacy" })).toBeNull();
    expect(await auditRows()).toMatchObject([
      { after: { legalTexts: { privacy: "Own\ntext" } } },
      { before: { legalTexts: { privacy: "Own\ntext" } }, after: { legalTexts: {} } },
    ]);
  });

  test("the second of two editors is shown what the first one wrote; the draft itself is not stored", async () => {
    expect(await save("First", legalDrafts.privacy)).toMatchObject({ ok: true });
    expect(await save("Second", legalDrafts.privacy)).toEqual({
      ok: false,
      reason: "changed",
      now: { text: "First" },
    });
    expect(await save("", "First")).toMatchObject({ reason: "invalid" });
    expect(await save(legalDrafts.privacy, "First")).toMatchObject({ ok: true });
    expect(await findLegalText(store.shop, { page: "privacy" })).toBeNull();
  });
});

describe("mail settings", () => {
  test("a test email takes the way of every email, and its result is shown", async () => {
    expect(await loadMailSetup(store.shop)).toMatchObject({ smtpHost: null, mailFrom: null, lastTest: null });
    await queueTestMail(store.shop, { to: ACTOR });
    expect((await loadMailSetup(store.shop)).lastTest).toMatchObject({ to: ACTOR, state: "waiting" });
    await sendDueMails(store.shop, { limit: 5 });
    expect(store.mailbox.map(({ to, subject }) => [to.address, subject])).toEqual([
      [ACTOR, "Test email from Golf Pro Shop"],
    ]);
    expect((await loadMailSetup(store.shop)).lastTest).toMatchObject({ state: "sent", error: null });
  });

  test("the dev mailbox is offered where emails go to it: in a demo without a mail server", async () => {
    const offered = async (change: Partial<TestShop["shop"]["env"]>) =>
      (await loadMailSetup({ ...store.shop, env: { ...store.shop.env, ...change } })).hasMailbox;
    expect(await offered({})).toBe(true);
    expect(await offered({ smtpUrl: "smtps://mail.example:465" })).toBe(false);
    expect(await offered({ mode: "live" })).toBe(false);
  });

  test("the last test email is found without a look at all emails that were ever sent", async () => {
    const { db, pool } = store.shop;
    await sql`
      insert into outbox (kind, unique_key, created_at, next_at, sent_at)
      select 'order_link', 'order_link:' || n, now(), now(), now() from generate_series(1, 5000) n`.execute(
      db,
    );
    await sql`analyze outbox`.execute(db);
    const { asked, stop } = recordStatements(pool);
    await loadMailSetup(store.shop);
    stop();
    const { rows } = await sql.raw(`explain ${asked[0]?.replace("$1", "1")}`).execute(db);
    expect(JSON.stringify(rows)).toContain("outbox_test_mails");
  });

  test("a refusal of the mail server is shown, and its password never", async () => {
    const env = { ...store.shop.env, smtpUrl: "smtps://pat:secret-word@mail.example:465" };
    const send = () => Promise.reject(new Error("550 no such user"));
    const shop = { ...store.shop, env, mailer: { send } };
    await queueTestMail(shop, { to: ACTOR });
    await sendDueMails(shop, { limit: 5 });
    const setup = await loadMailSetup(shop);
    expect(setup).toMatchObject({ smtpHost: "mail.example:465", lastTest: { state: "retrying" } });
    expect(setup.lastTest?.error).toContain("550 no such user");
    expect(JSON.stringify(setup)).not.toContain("secret-word");
  });
});
