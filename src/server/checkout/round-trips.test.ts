// The database statements of a guest checkout, one by one (docs/performance.md says what each is for). A new or
// additional statement must be added here on purpose.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Recording, recordStatements } from "#test/database/statements.ts";
import { pat } from "#test/sales/people.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { addProduct } from "#test/shop/products.ts";
import { countedUuid, createTestShop, type TestShop } from "#test/shop/shop.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { verifyCheckout } from "../orders/verify-checkout.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { receiveEvent } from "./provider-events/receive-event.ts";
import { startCheckout } from "./start-checkout.ts";

const visitor = { key: "a-network", isCapped: true, hasPaid: false };

let store: TestShop;
let recording: Recording;
/** Events that the provider sent, oldest first. */
let events: { rawBody: string; signature: string }[] = [];

beforeAll(async () => {
  store = await createTestShop();
  store.shop.mailer = { ...store.shop.mailer, atOnce: 4 };
  store.onWebhook(async (rawBody, signature) => {
    events.push({ rawBody, signature });
    return 200;
  });
  // A shop without settings stores the defaults at its first checkout.
  await loadSettings(store.shop);
  recording = recordStatements(store.shop.pool);
});
afterAll(async () => {
  recording.stop();
  await store.close();
});

const FUNCTIONS =
  /\b(checkout_facts|store_checkout|save_intent|receive_event|settle_payment|asked_checkout|claim_mails|mail_order|finish_mail)\(/;

/** What a statement is about: look (at a payment), the shop's function that it calls, else the first table. */
function nameOf(statement: string): string {
  if (statement.includes("payment_reads")) return "look";
  if (statement.startsWith("start transaction")) return "begin";
  return (
    FUNCTIONS.exec(statement)?.[1] ??
    /\b(?:from|into|update)\s+"?([a-z]\w*)/i.exec(statement)?.[1] ??
    statement.trim()
  );
}

async function statementsOf<T>(work: () => Promise<T>): Promise<{ statements: string[]; answer: T }> {
  recording.asked.length = 0;
  const answer = await work();
  return { statements: recording.asked.map(nameOf), answer };
}

/** Starts a checkout of one cap; `events` are then those of its payment. */
async function start(number: number) {
  const productId = await addProduct(store.shop);
  events = [];
  return statementsOf(async () => {
    const result = await startCheckout(store.shop, {
      visitor,
      request: {
        idempotencyKey: `key-${number}-of-a-shopper`,
        orderId: countedUuid(2_000_000 + number),
        items: [{ productId, variation: "", quantity: 1 }],
        shipping: pat,
        amountSeen: 3799,
        supersedes: null,
      },
    });
    if (!result.ok) throw new Error(result.reason);
    return result.started;
  });
}

const receive = (event: { rawBody: string; signature: string } | undefined) =>
  statementsOf(() => receiveEvent(store.shop, event ?? { rawBody: "", signature: "" }));
const typeOf = ({ rawBody }: { rawBody: string }) => JSON.parse(rawBody).type;

test("[PY-2] a guest checkout that the webhook settles costs sixteen statements, emails included", async () => {
  const started = await start(1);
  expect(started.statements).toEqual([
    "begin",
    "checkout_facts",
    "store_checkout",
    "payment_operations",
    "commit",
    "payment_operations",
    "save_intent",
  ]);
  await payAsShopper(store, started.answer, "4242424242424242");
  await store.sandbox.deliverDue();
  expect(events.map(typeOf)).toEqual([
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
  ]);
  const [made, charged, paid] = events;
  expect((await receive(made)).statements).toEqual(["receive_event"]);
  expect((await receive(paid)).statements).toEqual(["receive_event", "settle_payment"]);
  expect((await receive(charged)).statements).toEqual(["receive_event"]);
  const { orderId, paymentIntentId: intentId } = started.answer;
  const confirmed = await statementsOf(() => verifyCheckout(store.shop, { orderId, intentId }));
  expect(confirmed.answer).toMatchObject({ ok: true, status: "paid" });
  expect(confirmed.statements).toEqual(["asked_checkout"]);
  const mailed = await statementsOf(() => sendDueMails(store.shop));
  expect(mailed.answer).toMatchObject({ sent: 2 });
  expect(mailed.statements).toEqual(["claim_mails", "mail_order", "finish_mail", "claim_mails"]);
});

test("[PY-2] one that the confirmation page settles costs the same, and its event takes one more", async () => {
  const started = await start(2);
  await payAsShopper(store, started.answer, "4242424242424242");
  await store.sandbox.deliverDue();
  const { orderId, paymentIntentId: intentId } = started.answer;
  const confirmed = await statementsOf(() => verifyCheckout(store.shop, { orderId, intentId }));
  expect(confirmed.answer).toMatchObject({ ok: true, status: "paid", updated: true });
  expect(confirmed.statements).toEqual(["asked_checkout", "settle_payment"]);
  expect(recording.asked.join()).not.toContain("payment_events");
  const later = await verifyCheckout(store.shop, { orderId, intentId });
  expect(confirmed.answer).toEqual({ ...later, previousStatus: null, updated: true, duplicate: false });
  for (const event of events) expect((await receive(event)).statements).toEqual(["receive_event"]);
  const open = await store.shop.db
    .selectFrom("payment_events")
    .select("id")
    .where("done_at", "is", null)
    .execute();
  expect(open).toEqual([]);
});

test("[PY-4] settling a settled payment again is one read, without a call to the provider", async () => {
  const started = await start(3);
  await payAsShopper(store, started.answer, "4242424242424242");
  const ask = { intentId: started.answer.paymentIntentId, source: "reconciler" as const };
  const first = await settlePayment(store.shop, ask);
  const retrieveIntent = () => Promise.reject(new Error("the provider was asked"));
  const shop = { ...store.shop, payments: { ...store.shop.payments, retrieveIntent } };
  const again = await statementsOf(() => settlePayment(shop, ask));
  expect(again.statements).toEqual(["look"]);
  const { ok: _, ...known } = { ...first, previousStatus: "paid", updated: false, chargeId: null };
  expect(again.answer).toEqual({ ok: true, ...known });
});

test("[PY-4] a payment that is not known to have succeeded is read each time", async () => {
  const started = await start(4);
  const ask = { intentId: started.answer.paymentIntentId, source: "reconciler" as const };
  for (let time = 0; time < 2; time += 1) {
    const settled = await statementsOf(() => settlePayment(store.shop, ask));
    expect(settled.statements).toEqual(["look", "settle_payment"]);
  }
});

test("the event of a payment whose id was lost restores the id", async () => {
  const { db } = store.shop;
  const started = await start(5);
  await store.sandbox.deliverDue();
  await db
    .updateTable("checkouts")
    .set({ payment_intent_id: null, state: "open" })
    .where("order_id", "=", started.answer.orderId)
    .execute();
  await receive(events.find((event) => event.rawBody.includes(started.answer.paymentIntentId)));
  const found = await db
    .selectFrom("checkouts")
    .select(["payment_intent_id", "state"])
    .where("order_id", "=", started.answer.orderId)
    .executeTakeFirst();
  expect(found).toEqual({ payment_intent_id: started.answer.paymentIntentId, state: "paying" });
});

test("[PY-2] a sale writes its order once, and its checkout three times: when it opens, gets its payment, and is paid", async () => {
  await store.shop.pool.query(`create table writings (row text);
    create function note_writing() returns trigger language plpgsql as
      $$ begin insert into writings values (tg_table_name); return null; end $$;
    create trigger note_writing after insert or update on checkouts for each row execute function note_writing();
    create trigger note_writing after insert or update on orders for each row execute function note_writing();
    create trigger note_writing after insert or update on order_events for each row execute function note_writing()`);
  const started = await start(6);
  await payAsShopper(store, started.answer, "4242424242424242");
  const { orderId, paymentIntentId: intentId } = started.answer;
  await verifyCheckout(store.shop, { orderId, intentId });
  const { rows } = await store.shop.pool.query(
    "select row, count(*)::integer as times from writings group by row order by row",
  );
  await store.shop.pool.query("drop table writings; drop function note_writing cascade");
  expect(rows).toEqual([
    { row: "checkouts", times: 3 },
    { row: "order_events", times: 2 },
    { row: "orders", times: 1 },
  ]);
});
