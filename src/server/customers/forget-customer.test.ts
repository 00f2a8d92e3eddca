import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { formatErasure, formatObstacle, type ObstacleKind } from "#domain/customer/forget.ts";
import { emailKey } from "#domain/text/typed/email-key.ts";
import { OWNER as actor, pat as examplePat } from "#test/sales/people.ts";
import { askedReturn, linkOf, returnForm } from "#test/sales/returns.ts";
import { GOOD_CARD, sell, startSale } from "#test/sales/sales.ts";
import { rowsOfShoppers } from "#test/shop/bystanders.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { expireHolds } from "../checkout/expire-holds.ts";
import { answerMessage } from "../inbox/messages/answer-message.ts";
import { sendContactMessage } from "../inbox/messages/send-contact-message.ts";
import { askForRestock } from "../inbox/restock/ask-for-restock.ts";
import { listFailedMails } from "../mail/failed-mails.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { closeAlert } from "../operations/alerts/decide-alert.ts";
import { addNote } from "../orders/add-note.ts";
import { correctAddress } from "../orders/changes/correct-address.ts";
import { refundOrder } from "../orders/changes/refund-order.ts";
import { findOrderDetail } from "../orders/find-order-detail.ts";
import { findOrderPage } from "../orders/links/find-order-page.ts";
import { resendConfirmation } from "../orders/links/resend-confirmation.ts";
import { declineReturn } from "../orders/returns/decide-return.ts";
import { fulfillOrder } from "../orders/shipments/fulfill-order.ts";
import { resendShipmentEmail } from "../orders/shipments/resend-shipment-email.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { checkInvariants } from "../reconciliation/invariants.ts";
import { loadReport } from "../reports/load-report.ts";
import { listAuditLog } from "../settings/audit/list-audit-log.ts";
import { exportCustomer } from "./export-customer.ts";
import { findCustomer, findCustomerByEmail } from "./find-customer.ts";
import { forgetCustomer, planForgetting } from "./forget-customer.ts";
import { listForgotten } from "./forget-queries.ts";
import { listCustomers } from "./list-customers.ts";
import { textColumns } from "./privacy/personal-columns.ts";
import { keepRetention } from "./retention/keep-retention.ts";

const DAY_MS = 24 * 60 * 60_000;
/** In all that is hers. */
const MARK = "zyxwvut";
const pat = {
  ...examplePat,
  ...{ name: "Pat Zyxwvut", email: "Pat@zyxwvut.example", address1: "1 Zyxwvut Lane", city: "Zyxwvutville" },
  phone: "(602) 555-0142",
};
const kim = { ...examplePat, name: "Kim Example", email: "kim@example.com" };

const store = freshShop();

async function deliver(orderId: string): Promise<void> {
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "1ZZYXWVUT" } as const;
  await fulfillOrder(store.shop, { orderId, actor, step });
  await fulfillOrder(store.shop, { orderId, actor, step: { to: "delivered" } });
}

const forget = (id: string, typed = pat.email) => forgetCustomer(store.shop, { id, typed, actor });

/** Every row of the database, by table. */
async function everyRow(): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const found: { table: string; row: Record<string, unknown> }[] = [];
  for (const table of Object.keys(textColumns)) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} t`.execute(store.shop.db);
    found.push(...rows.map(({ row }) => ({ table, row })));
  }
  return found;
}

const isHash = (column: string) => column.endsWith("_hash");

/** Pat has used everything that the shop offers. Answers her order. */
async function fillWithPat(): Promise<string> {
  const { shop } = store;
  const { orderId, productId } = await sell(store, { change: { shipping: pat } });
  const note = { note: `Call ${pat.name}` };
  await addNote(shop, { orderId, actor, ...note });
  const address = { ...pat, address1: "2 Zyxwvut Lane" };
  expect(await correctAddress(shop, { orderId, actor, seen: 0, address })).toMatchObject({ ok: true });
  await deliver(orderId);
  const token = linkOf(store, orderId);
  const detail = await findOrderDetail(shop, { id: orderId });
  const line = detail?.items[0]?.id ?? "";
  const request = await askedReturn(
    store,
    { orderId, token },
    returnForm({ [line]: 1 }, { note: `I am ${pat.name}` }),
  );
  const answer = `No, ${MARK}`;
  await declineReturn(shop, { orderId, returnId: request.id, answer, actor });
  await refundOrder(shop, { orderId, actor, amount: 100, reason: `For ${pat.name}`, restock: false });
  const message = { name: pat.name, email: pat.email, subject: `From ${MARK}`, message: `I am ${MARK}.` };
  await sendContactMessage(shop, { ...message, honeypot: "", ip: "192.0.2.1" });
  const { id } = await shop.db.selectFrom("contact_messages").select("id").executeTakeFirstOrThrow();
  await answerMessage(shop, { id, replyId: shop.newId(), body: `Dear ${pat.name}`, seen: null, actor });
  const soldOut = await addProduct(shop, { stock: { "": 0 } });
  await askForRestock(shop, { productId: soldOut, option: "", email: pat.email, ip: "192.0.2.1" });
  await sendDueMails(shop);
  // A checkout that she left.
  const left = await startSale(store, { change: { shipping: pat }, productId });
  const now = new Date(store.clock.now());
  await sql`update checkouts set state = 'expired', hold_active = false, intent_status = 'canceled'
    where order_id = ${left.orderId}`.execute(shop.db);
  await sql`update inventory set held = 0`.execute(shop.db);
  await sql`update checkouts set visitor = ${`network of ${MARK}`}, discount_email = ${pat.email}
    where order_id = ${left.orderId}`.execute(shop.db);
  await sql`
    insert into reviews (id, order_item_id, product_id, stars, body, name, state, written_at, changed_at)
    values (${shop.newId()}, ${line}, ${productId}, 5, 'Fits', ${pat.name}, 'shown', ${now}, ${now})`.execute(
    shop.db,
  );
  await sql`update review_asks set token_hash = 'hash of the review link'`.execute(shop.db);
  await sql`insert into order_links select 'hash of the link', checkout_id, ${now} from orders where id = ${orderId}`.execute(
    shop.db,
  );
  await sql`
    insert into email_opt_outs select kind, encode(sha256(${pat.email.toLowerCase()}::text::bytea), 'hex'), ${now}
      from unnest(array['review_request', 'checkout_reminder']) kind`.execute(shop.db);
  const exported = await exportCustomer(shop, { id: orderId, format: "json", actor });
  const file = JSON.parse(exported?.text ?? "");
  expect(file.orders[0].returns).toMatchObject([{ note: `I am ${pat.name}`, answer, state: "declined" }]);
  expect(file.unfinishedCheckouts).toMatchObject([
    { postalAddress: { customer_name: pat.name }, reminder: null },
  ]);
  expect(file.wantsNoReminders).toBe(true);
  await sql`
    insert into checkout_reminders (checkout_id, asked_at, state, settled_at, email_hash)
    select id, ${now}, 'sent', ${now}, encode(sha256(${pat.email.toLowerCase()}::text::bytea), 'hex') from checkouts
      where order_id = ${left.orderId}`.execute(shop.db);
  await sql`update outbox set last_error = ${`no box of ${pat.email}`} where kind = 'restock_asked'`.execute(
    shop.db,
  );
  await sql`
    update payment_operations set last_error = ${`bad name ${pat.name}`} where checkout_id in (select checkout_id from orders
      where id = ${orderId}) or order_id = ${orderId}`.execute(shop.db);
  await sql`
    insert into discounts (id, code, name, kind, value, for_email, is_on, created_at, updated_at)
    values (${shop.newId()}, 'TEN', 'Ten', 'percent', 10, ${emailKey(pat.email)}, true, ${now}, ${now})`.execute(
    shop.db,
  );
  await sql`
    insert into discount_uses (checkout_id, discount_id, email, taken_at)
    select o.checkout_id, d.id, ${pat.email.toLowerCase()}, ${now} from orders o, discounts d where o.id = ${orderId}`.execute(
    shop.db,
  );
  await sql`update discounts set uses = 1, taken = 1`.execute(shop.db);
  await sql`
    insert into fulfillment_events (order_id, to_status, actor, reason, is_correction, created_at)
    values (${orderId}, 'shipped', ${actor}, ${`because of ${MARK}`}, true, ${now})`.execute(shop.db);
  await sql`
    insert into differences (key, is_live, kind, problem, item_id, intent_id, order_id, at, is_fresh, first_seen,
      explained_at, explained_by, note)
    select 'payment:' || payment_intent_id, false, 'payment', 'amount', payment_intent_id, payment_intent_id, id, ${now}, false,
      ${now}, ${now}, ${actor}, ${`${pat.name} paid the rest in cash`} from orders where id = ${orderId}`.execute(
    shop.db,
  );
  await closeAllCalls();
  return orderId;
}

const isPats = sql<boolean>`shipping_address ->> 'customer_name' = ${pat.name}`;

/** Hers to the provider, an event about her payment, and one without an order; the reason of each says who she is. */
async function closeAllCalls(): Promise<void> {
  const { shop } = store;
  await sql`
    update payment_operations set state = 'needs_human' where order_id in (select id from orders where ${isPats})
      or checkout_id in (select id from checkouts where ${isPats})`.execute(shop.db);
  await sql`
    insert into payment_events (id, type, object_id, received_at, next_at)
    select 'evt_stuck', 'payment_intent.succeeded', payment_intent_id, created_at, created_at from orders
      where ${isPats}`.execute(shop.db);
  const calls = await shop.db
    .selectFrom("payment_operations")
    .select("key")
    .where("state", "=", "needs_human")
    .execute();
  expect(calls).toHaveLength(3);
  await sql`
    insert into payment_alerts (key, intent_id, checkout_id, reason, first_seen, last_seen)
    select 'payment:pi_stray', 'pi_stray', id::text, 'other_intent', created_at, created_at from checkouts
      where ${isPats} and state = 'expired'`.execute(shop.db);
  for (const id of [...calls.map(({ key }) => key), "evt_stuck", "payment:pi_stray"])
    expect(await closeAlert(shop, { id, actor, note: `${id} of ${pat.name}` })).toMatchObject({ ok: true });
}

test("[PE-2] every column that holds words is personal or is not", async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely%'
        and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`.execute(store.shop.db);
  const placed = Object.entries(textColumns).flatMap(([table, { personal = [], other = "" }]) =>
    [...personal, ...other.split(" ").filter(Boolean)].map((column) => `${table}.${column}`),
  );
  expect(placed.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("[PE-2] who is forgotten is nowhere anymore; the books stay to the cent, and others keep all", async () => {
  const { shop } = store;
  await sell(store, { change: { shipping: kim } });
  await sendDueMails(shop);
  const kims = await rowsOfShoppers(shop.db);
  const orderId = await fillWithPat();
  const before = await everyRow();
  const hashes = new Set<string>();
  for (const [table, { personal = [] }] of Object.entries(textColumns)) {
    for (const column of personal) {
      const values = before.filter((found) => found.table === table).map(({ row }) => row[column]);
      if (isHash(column)) for (const hash of values) if (typeof hash === "string") hashes.add(hash);
      const isFilled = isHash(column)
        ? values.some(Boolean)
        : JSON.stringify(values).toLowerCase().includes(MARK);
      expect([`${table}.${column}`, isFilled]).toEqual([`${table}.${column}`, true]);
    }
  }
  const figures = async () => {
    const kinds = ["day", "product", "option", "state", "discount"];
    const reports = await Promise.all(
      kinds.map((by) => loadReport(shop, new URLSearchParams({ by, from: "2020-01-01", to: "2030-01-01" }))),
    );
    const money = await shop.db
      .selectFrom("orders")
      .select(["id", "number", "subtotal", "tax", "shipping", "total", "amount_received", "amount_refunded"])
      .select(["tax_state", "tax_rate", "status", "fulfillment", "discount"])
      .orderBy("number")
      .execute();
    const items = await shop.db.selectFrom("order_items").selectAll().execute();
    const units = await shop.db.selectFrom("order_units").selectAll().orderBy("id").execute();
    return { reports, money, items, units };
  };
  const books = await figures();
  const broken = await checkInvariants(shop, { atRest: true });
  const token = linkOf(store, orderId);
  expect(await findOrderPage(shop, { token })).not.toBeNull();

  expect(await forget(orderId)).toEqual({ ok: true, orders: 1 });

  const after = await everyRow();
  const traces = after.filter(({ row }) => JSON.stringify(row).toLowerCase().includes(MARK));
  expect(traces).toEqual([]);
  const kimsHashes = kims.join();
  const left = [...hashes].filter(
    (hash) => hash && !kimsHashes.includes(hash) && JSON.stringify(after).includes(hash),
  );
  expect(left).toEqual([]);
  expect(await figures()).toEqual(books);
  const log = after.filter(({ table, row }) => table === "admin_audit" && row.action === "order.refunded");
  expect(log.map(({ row }) => row.after)).toEqual([
    expect.not.objectContaining({ reason: expect.anything() }),
  ]);
  expect(log).toMatchObject([{ row: { after: { amount: 100 } } }]);
  expect(await checkInvariants(shop, { atRest: true })).toEqual(broken);
  const rows = await rowsOfShoppers(shop.db);
  expect(
    kims.filter((row) => !/^(inventory|products|payment_operations) /.test(row) && !rows.includes(row)),
  ).toEqual([]);
  expect(await findOrderPage(shop, { token })).toBeNull();
  expect((await listCustomers(shop, { query: "", after: null })).customers.map(({ name }) => name)).toEqual([
    kim.name,
  ]);
  expect(await findCustomerByEmail(shop, { email: pat.email })).toBeNull();
  const detail = await findOrderDetail(shop, { id: orderId });
  expect(detail).toMatchObject({
    customer: null,
    customerName: "Forgotten customer",
    address: { state: "AZ", line1: "" },
  });
  expect(await forget(orderId)).toEqual({ ok: false, reason: "not_found" });
});

test.each(["order.refunded", "order.refund_assigned", "order.units_swapped"])(
  "[PE-2] of an entry %s the activity log keeps how much, without the reason",
  async (action) => {
    const erased = async (after: object | null) => {
      const row = { id: 1, action, before: null, after };
      const { rows } = await sql<{ row: unknown }>`
        select erased_history('admin_audit', ${JSON.stringify(row)}::jsonb) as row`.execute(store.shop.db);
      return rows[0]?.row;
    };
    const kept = { id: 1, action, before: null };
    expect(await erased({ amount: 100, reason: MARK })).toEqual({ ...kept, after: { amount: 100 } });
    expect(await erased(null)).toEqual({ ...kept, after: null });
  },
);

test("[PE-2] of a corrected address nothing is left, and what was swapped stays as it was written", async () => {
  const erased = async (kind: string) => {
    const row = { id: 1, kind, before: { items: "1 × Polo (M)" }, after: { items: "1 × Polo (L)" } };
    const { rows } = await sql<{ row: unknown }>`
      select erased_history('order_changes', ${JSON.stringify(row)}::jsonb) as row`.execute(store.shop.db);
    return rows[0]?.row;
  };
  expect(await erased("address")).toEqual({ id: 1, kind: "address", before: {}, after: {} });
  expect(await erased("swap")).toBeNull();
});

test("[PE-2] deleting an old message erases its emails, too, so a customer who is erased later is in none", async () => {
  const { shop } = store;
  const { orderId } = await sell(store, { change: { shipping: pat } });
  await deliver(orderId);
  const message = { name: pat.name, email: pat.email, subject: `From ${MARK}`, message: `I am ${MARK}.` };
  await sendContactMessage(shop, { ...message, honeypot: "", ip: "192.0.2.1" });
  const { id } = await shop.db.selectFrom("contact_messages").select("id").executeTakeFirstOrThrow();
  await answerMessage(shop, { id, replyId: shop.newId(), body: `Dear ${pat.name}`, seen: null, actor });
  await sendDueMails(shop);
  const now = new Date(store.clock.now());
  await sql`
    update outbox set sent_at = null, dead_at = ${now}, last_error = ${`no box of ${pat.email}`}
      where kind = 'message_reply'`.execute(shop.db);
  await sql`update contact_messages set read_at = ${now}`.execute(shop.db);
  await sql`
    insert into privacy_rules (id, message_days) values (1, 30)
    on conflict (id) do update set message_days = 30`.execute(shop.db);
  store.clock.advance(40 * DAY_MS);
  await keepRetention(shop);
  expect(await shop.db.selectFrom("contact_messages").select("id").execute()).toEqual([]);
  expect(await listFailedMails(shop), "there is nothing to send again").toEqual([]);
  expect(await forget(orderId)).toEqual({ ok: true, orders: 1 });
  const traces = (await everyRow()).filter(({ row }) => JSON.stringify(row).toLowerCase().includes(MARK));
  expect(traces).toEqual([]);
});

test("[PE-2] a customer is forgotten once, and the log has how much, not whom", async () => {
  const { orderId } = await sell(store, { change: { shipping: pat } });
  await deliver(orderId);
  expect(await forget(orderId)).toMatchObject({ ok: true });
  expect(await forget(orderId)).toMatchObject({ ok: false });
  const log = await store.shop.db
    .selectFrom("admin_audit")
    .selectAll()
    .where("action", "=", "customer.forgotten")
    .execute();
  expect(log).toMatchObject([{ actor, object: "customer", after: { orders: 1 } }]);
  expect([...(await listForgotten(store.shop.db)).keys()]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  expect(JSON.stringify(log).toLowerCase()).not.toContain(MARK);
});

test("[PE-2] the activity log shows how much was forgotten, but not the hash of who it was", async () => {
  const { orderId } = await sell(store, { change: { shipping: pat } });
  await deliver(orderId);
  expect(await forget(orderId)).toMatchObject({ ok: true });
  const { entries } = await listAuditLog(store.shop, { kind: "orders", before: null });
  const entry = entries.find(({ action }) => action === "customer.forgotten");
  expect(entry?.after).toMatchObject({ orders: 1 });
  const [[hash] = ["none"]] = await listForgotten(store.shop.db);
  expect(JSON.stringify(entries)).not.toContain(hash);
});

test("[PE-2] another address than theirs changes nothing", async () => {
  const { orderId } = await sell(store, { change: { shipping: pat } });
  await deliver(orderId);
  expect(await forget(orderId, kim.email)).toEqual({ ok: false, reason: "not_typed" });
  expect(await forget("no-id")).toEqual({ ok: false, reason: "not_found" });
  expect((await findCustomer(store.shop, { id: orderId }))?.email).toBe(pat.email);
  expect(await forget(orderId, ` ${pat.email.toUpperCase()} `)).toMatchObject({ ok: true });
});

test("[PE-2] a late refund in the provider's dashboard still counts, and no email is sent", async () => {
  const { shop } = store;
  const { orderId } = await sell(store, { change: { shipping: pat } });
  await deliver(orderId);
  await sendDueMails(shop);
  await forget(orderId);
  store.mailbox.length = 0;
  const refund = { orderId, actor, amount: 500, reason: "Late", restock: false } as const;
  expect(await refundOrder(shop, refund)).toMatchObject({ ok: true });
  await sendDueMails(shop);
  expect(store.mailbox).toEqual([]);
  const failed = await shop.db
    .selectFrom("outbox")
    .select("kind")
    .where("dead_at", "is not", null)
    .where("dismissed_at", "is", null)
    .execute();
  expect(failed).toEqual([]);
  expect((await findOrderDetail(shop, { id: orderId }))?.refunded).toBe(500);
  expect(await resendConfirmation(shop, { orderId, actor })).toEqual({ ok: false, reason: "not_found" });
  const shipmentId = (await findOrderDetail(shop, { id: orderId }))?.shipments[0]?.id ?? "";
  const again = await resendShipmentEmail(shop, { orderId, shipmentId, actor });
  expect(again).toEqual({ ok: false, reason: "not_found" });
  expect(await correctAddress(shop, { orderId, actor, seen: 0, address: pat })).toMatchObject({ ok: false });
});

test("[PE-2] a person who only asked for an email, or left a checkout, is found by email and erased", async () => {
  const { shop } = store;
  const soldOut = await addProduct(shop, { stock: { "": 0 } });
  await askForRestock(shop, { productId: soldOut, option: "", email: pat.email, ip: "192.0.2.1" });
  const id = await findCustomerByEmail(shop, { email: ` ${pat.email} ` });
  expect(await findCustomer(shop, { id: id ?? "" })).toMatchObject({
    orders: 0,
    email: pat.email.toLowerCase(),
  });
  expect(await forget(id ?? "")).toEqual({ ok: true, orders: 0 });
  await sendDueMails(shop);
  expect(store.mailbox).toEqual([]);
  expect(await shop.db.selectFrom("restock_requests").selectAll().execute()).toEqual([]);
});

describe("[PE-2] no data is erased while something is open", () => {
  const obstaclesOf = async (id: string) => (await planForgetting(store.shop, { id }))?.obstacles ?? [];
  const kindsOf = async (id: string) => (await obstaclesOf(id)).map(({ kind }) => kind);

  test("an order on its way: not shipped, and then for 30 days unless it was delivered", async () => {
    const { orderId } = await sell(store, { change: { shipping: pat } });
    expect(await kindsOf(orderId)).toEqual(["unsent"]);
    await refundOrder(store.shop, { orderId, actor, amount: 100, reason: "late", restock: false });
    expect(await kindsOf(orderId)).toEqual(["unsent"]);
    expect(await forget(orderId)).toMatchObject({ ok: false, reason: "open" });
    expect((await findCustomer(store.shop, { id: orderId }))?.email).toBe(pat.email);
    const step = { to: "shipped", carrier: "UPS", trackingNumber: "" } as const;
    await fulfillOrder(store.shop, { orderId, actor, step });
    const until = new Date(store.clock.now() + 30 * DAY_MS).toISOString();
    expect(await obstaclesOf(orderId)).toMatchObject([{ kind: "under_way", until }]);
    store.clock.advance(30 * DAY_MS);
    expect(await forget(orderId)).toMatchObject({ ok: true });
  });

  test("a checkout that may still be paid", async () => {
    const { orderId } = await startSale(store, { change: { shipping: pat } });
    const { id } = await store.shop.db
      .selectFrom("checkouts")
      .select("id")
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    expect(await obstaclesOf(id)).toEqual([{ kind: "checkout", order: null, until: null }]);
    expect(await forget(id)).toMatchObject({ ok: false, reason: "open" });
  });

  test("a payment that the bank refused and that may be tried again, until it is canceled", async () => {
    const { controls } = store.sandbox;
    await sell(store, { change: { shipping: kim } });
    const { orderId, paymentIntentId: intentId } = await startSale(store, { change: { shipping: pat } });
    controls.arm({ kind: "payment_processing", settleAfterMs: null });
    controls.pay(intentId, GOOD_CARD);
    await settlePayment(store.shop, { intentId, source: "webhook" });
    controls.settlePayment(intentId, "failed");
    await settlePayment(store.shop, { intentId, source: "webhook" });
    expect(await kindsOf(orderId)).toEqual(["payment"]);
    store.clock.advance(61 * 60_000);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect(await kindsOf(orderId)).toEqual([]);
    expect(await forget(orderId)).toMatchObject({ ok: true });
  });

  const refund = (status: string) =>
    `insert into refunds (id, order_id, amount, status, source, created_at, updated_at) select gen_random_uuid(), id, 100, '${status}', 'admin', now(), now() from orders`;
  test.each<[ObstacleKind, string, string]>([
    [
      "payment",
      "that the bank decides about",
      "alter table orders disable trigger orders_move_legally; update orders set status = 'processing'; alter table orders enable trigger orders_move_legally",
    ],
    [
      "payment",
      "that has not begun",
      "alter table orders disable trigger orders_move_legally; update orders set status = 'pending'; alter table orders enable trigger orders_move_legally",
    ],
    [
      "payment",
      "that the customer is asked for",
      "insert into order_changes (id, order_id, kind, state, before, after, item_id, units, goods_back, tax_back, goods, gift, tax, actor, created_at, expires_at) select gen_random_uuid(), order_id, 'swap', 'waiting', '{}', '{}', id, '{}', 0, 0, 100, 0, 0, 'owner', now(), now() from order_items",
    ],
    [
      "return",
      "that was approved",
      "insert into return_requests select gen_random_uuid(), id, 'return', 'too-small', '', 'approved', '', now(), null, null, now() from orders",
    ],
    ["refund", "that is under way", refund("pending")],
    ["refund", "that needs something from the customer", refund("requires_action")],
    [
      "dispute",
      "that is open",
      "insert into disputes (id, order_id, amount, reason, status, read, created_at, updated_at) select 'dp_1', id, 100, 'fraudulent', 'needs_response', 1, now(), now() from orders",
    ],
    ["call", "that is to be made", "update payment_operations set state = 'todo'"],
    ["call", "that a person must look into", "update payment_operations set state = 'needs_human'"],
  ])("a %s %s", async (kind, _which, change) => {
    const { shop } = store;
    const { orderId } = await sell(store, { change: { shipping: pat } });
    await deliver(orderId);
    expect(await kindsOf(orderId)).toEqual([]);
    for (const statement of change.split(";")) await sql.raw(statement).execute(shop.db);
    expect(await kindsOf(orderId)).toEqual([kind]);
    expect(await forget(orderId)).toMatchObject({ ok: false, reason: "open" });
  });

  test("another customer's open order doesn't block it", async () => {
    const { orderId: kims } = await sell(store, { change: { shipping: kim } });
    const { orderId } = await sell(store, { change: { shipping: pat } });
    await deliver(orderId);
    await sql`
      insert into return_requests (id, order_id, wish, reason, note, state, created_at, updated_at)
      values (${store.shop.newId()}, ${kims}, 'return', 'too-small', '', 'approved', now(), now())`.execute(
      store.shop.db,
    );
    expect(await kindsOf(orderId)).toEqual([]);
  });
});

test("[PE-2] what is erased, what stays, and why it isn't possible yet are described in words", () => {
  const traces = { orders: 2, messages: 1, reviews: 0, restock: 0, checkouts: 0, mails: 3 };
  expect(formatErasure(traces).map(({ what }) => what)).toEqual(["2 orders", "1 message", "3 emails"]);
  const order = { id: "1", number: 7 };
  expect(formatObstacle({ kind: "under_way", order, until: "x" }, "Jun 1, 2026")).toBe(
    "ORD-007: its shipment is on the way. Possible once you mark it as delivered, or from Jun 1, 2026 on.",
  );
});
