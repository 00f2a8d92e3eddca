// Two owners, or two tabs of one, change the same at the same moment.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { emptyDiscount, parseDiscount } from "#domain/discount/discount-form.ts";
import { lockOrder, whileOneWaits } from "#test/database/two-transactions.ts";
import { signInOwner } from "#test/pages/owner-session.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { replaceSessionRules } from "../auth/session-queries.ts";
import { changeSessionRules } from "../auth/sessions.ts";
import { updateDiscount } from "../checkout/discounts/queries.ts";
import { createDiscount, saveDiscount } from "../checkout/discounts/save-discount.ts";
import { nowOf } from "../core/shop.ts";
import { answerMessage } from "../inbox/messages/answer-message.ts";
import { listMessages } from "../inbox/messages/list-messages.ts";
import { sendContactMessage } from "../inbox/messages/send-contact-message.ts";
import { updateSuspected } from "../inbox/messages/thread-queries.ts";
import { saveBackupRules } from "../operations/backups/ask-for-backup.ts";
import { findBooks, updateRules } from "../operations/backups/backup-queries.ts";
import { loadFirstRun, skipStep } from "../operations/first-run/load-first-run.ts";
import { insertChange } from "../orders/changes/change-queries.ts";
import { correctAddress } from "../orders/changes/correct-address.ts";
import { fulfillOrder } from "../orders/shipments/fulfill-order.ts";
import { markCanceled } from "../payments/refunds/refund-queries.ts";
import { saveFact } from "./facts.ts";

const store = freshShop();

test("[OD-2] an order that is canceled while it is being shipped is not shipped", async () => {
  const { shop } = store;
  const { orderId } = await sell(store);
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "" } as const;
  const result = await whileOneWaits(shop, {
    holds: lockOrder(orderId),
    works: () => fulfillOrder(shop, { orderId, actor, step }),
    meanwhile: (tx) => markCanceled(tx, { orderId, refundId: null, actor, reason: "late", now: nowOf(shop) }),
  });
  expect(result).toMatchObject({ ok: false, reason: "too_late" });
});

test("[RF-5] a correction of an order rereads it after a concurrent one", async () => {
  const { shop } = store;
  const { orderId } = await sell(store);
  const address = { ...pat, address1: "2 Fairway Lane" };
  const correction = {
    id: shop.newId(),
    orderId,
    kind: "email",
    before: {},
    after: {},
    actor,
    now: nowOf(shop),
  } as const;
  const result = await whileOneWaits(shop, {
    holds: lockOrder(orderId),
    works: () => correctAddress(shop, { orderId, actor, seen: 0, address }),
    meanwhile: (tx) => insertChange(tx, correction),
  });
  expect(result).toEqual({ ok: false, reason: "changed" });
});

test("[DC-1] of two who change a discount at the same moment the second hears of the first", async () => {
  const { shop } = store;
  const form = { ...emptyDiscount, code: "SUMMER", value: "10" };
  const made = await createDiscount(shop, { form, actor });
  if (!made.ok) throw new Error(made.reason);
  const { id } = made;
  const theirs = parseDiscount({ ...form, usesMax: "9" }, "America/Phoenix");
  if (!theirs.ok) throw new Error(JSON.stringify(theirs.errors));
  const result = await whileOneWaits(shop, {
    holds: (tx) => updateDiscount(tx, id, { values: theirs.value, now: nowOf(shop) }),
    works: () =>
      saveDiscount(shop, {
        id,
        base: JSON.stringify({ ...form, name: form.code }),
        form: { ...form, value: "20" },
        actor,
      }),
  });
  expect(result).toMatchObject({ ok: false, reason: "changed", now: { usesMax: "9" } });
});

test("[KN-6] of two who set at the same moment how long backups are kept the second hears of the first", async () => {
  const { shop } = store;
  const opened = { days: 7, weeks: 4 };
  await updateRules(shop.db, opened);
  const fields = { days: "14", weeks: "4", base: JSON.stringify(opened) };
  const result = await whileOneWaits(shop, {
    holds: (tx) => updateRules(tx, { days: 30, weeks: 4 }),
    works: () => saveBackupRules(shop, { actor, fields }),
  });
  expect(result).toMatchObject({ ok: false, reason: "changed", now: { days: 30, weeks: 4 } });
  expect((await findBooks(shop)).rules).toEqual({ days: 30, weeks: 4 });
});

test("[ST-2] [TR-9] of two who set at the same moment how long sessions last each is logged with what it replaced", async () => {
  const { shop } = store;
  const here = new Request("http://localhost:3000/admin", { headers: { Cookie: await signInOwner(shop) } });
  const rules = (idleMinutes: number) => ({ idleMinutes, absoluteMinutes: 7 * 24 * 60 });
  // There is no row before the first change.
  for (const [theirs, own] of [
    [15, 30],
    [60, 120],
  ] as const) {
    await whileOneWaits(shop, {
      holds: (tx) => replaceSessionRules(tx, rules(theirs)),
      works: () => changeSessionRules(shop, here, rules(own)),
    });
    const entries = shop.db.selectFrom("admin_audit").select(["before", "after"]).orderBy("id", "desc");
    expect(await entries.executeTakeFirst()).toEqual({
      before: { idleMinutes: theirs },
      after: { idleMinutes: own },
    });
  }
});

test("[EA-4] what two tabs skip at the same moment is both skipped", async () => {
  const { shop } = store;
  const value = JSON.stringify({ skipped: ["look"] });
  await whileOneWaits(shop, {
    holds: (tx) => sql`select pg_advisory_xact_lock(hashtextextended('first_run', 0))`.execute(tx),
    works: () => skipStep(shop, { step: "tax", isSkipped: true }),
    meanwhile: (tx) => saveFact(tx, { name: "first_run", value, now: nowOf(shop) }),
  });
  const { steps } = await loadFirstRun(shop);
  expect(steps.flatMap(({ step, state }) => (state === "skipped" ? [step] : []))).toEqual(["look", "tax"]);
});

test("[PE-1] an answer takes a message out of spam that is being moved there at the same moment", async () => {
  const { shop } = store;
  const message = { name: pat.name, email: pat.email, subject: "Sizes", message: "Which size?" };
  await sendContactMessage(shop, { ...message, honeypot: "", ip: "192.0.2.1" });
  const { id } = await shop.db.selectFrom("contact_messages").select("id").executeTakeFirstOrThrow();
  await whileOneWaits(shop, {
    holds: (tx) => updateSuspected(tx, id, true, nowOf(shop)),
    works: () => answerMessage(shop, { id, replyId: shop.newId(), body: "Take M.", seen: null, actor }),
  });
  expect((await listMessages(shop, { show: "all", query: "", after: null })).messages).toHaveLength(1);
});
