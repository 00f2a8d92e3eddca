// Makes every change that the back office offers once, by its form, and checks its row in the audit log.
import { sql } from "kysely";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { type AuditAction, auditActions } from "#domain/audit/audit-log.ts";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import { orderStamp } from "#domain/order/fulfillment.ts";
import { isUnassigned } from "#domain/order/order-detail.ts";
import { picturesText } from "#domain/product/form/product-form-schema.ts";
import { gridText } from "#domain/size-chart/size-chart-form.ts";
import { setAdminPassword } from "#server/auth/password/set-password.ts";
import { uploadImage } from "#server/files/pictures/upload-image.ts";
import { functionRoutes } from "#server/http/functions/function-routes.ts";
import { sendContactMessage } from "#server/inbox/messages/send-contact-message.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { fulfillOrder } from "#server/orders/shipments/fulfill-order.ts";
import { applyPaymentFacts } from "#server/payments/refunds/refund-facts.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { reconcile } from "#server/reconciliation/reconcile.ts";
import { listAuditLog } from "#server/settings/audit/list-audit-log.ts";
import { listVersions } from "#server/settings/brand/queries.ts";
import { OWNER, OWNER_PASSWORD, pat } from "#test/sales/people.ts";
import { askedReturn, linkOf, returnForm } from "#test/sales/returns.ts";
import { GOOD_CARD, refundInDashboard, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { appCode } from "#test/shop/authenticator.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { signInOwner } from "./owner-session.ts";
import { createPageHandler, listRoutes, loadRoute, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let pages: PageHandler;
let cookie: string;
/** Actions that were written. */
const seen = new Set<string>();
/** The posted forms: "/admin/settings logo". */
const posted = new Set<string>();
let lastPosted = "";
/** By action: the form that wrote it. */
const writtenBy = new Map<AuditAction, string>();

beforeAll(async () => {
  pages = await createPageHandler(store.shop, ({ pattern }) => /^\/admin(\/|$)/.test(pattern));
  cookie = await signInOwner(store.shop);
});

type Fields = Record<string, string | Blob>;

/** Posts a form as the owner; returns the page's response. */
async function post(path: string, fields: Fields): Promise<string> {
  lastPosted = `${path} ${fields.intent ?? ""}`;
  posted.add(lastPosted);
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const headers = { Origin: ORIGIN, Host: new URL(ORIGIN).host, Cookie: cookie };
  const answer = await pages(new Request(`${ORIGIN}${path}.data`, { method: "POST", headers, body }));
  expect(answer.status, path).toBeLessThan(300);
  return answer.text();
}

/** The entries that `change` wrote. */
async function entriesOf(change: () => Promise<unknown>) {
  const [last] = (await listAuditLog(store.shop, { kind: null, before: null })).entries;
  await change();
  const { entries } = await listAuditLog(store.shop, { kind: null, before: null });
  const added = entries.filter(({ id }) => BigInt(id) > BigInt(last?.id ?? 0));
  for (const { action } of added) seen.add(action);
  return added.map(({ actor, action, object, before, after }) => ({ actor, action, object, before, after }));
}

/** The one entry that `change` wrote, by the owner. */
async function entryOf(action: AuditAction, change: () => Promise<unknown>) {
  const entries = await entriesOf(change);
  expect(entries).toEqual([expect.objectContaining({ actor: OWNER, action })]);
  writtenBy.set(action, lastPosted);
  return entries[0];
}

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 50, channels: 3, background: "#184b33" } })
    .png()
    .toBuffer();
}

test("[BR-4] [BR-5] the audit log has a row for categories and size charts created, changed, ordered and deleted", async () => {
  const list = "/admin/products/categories";
  const created = await entryOf("category.created", () =>
    post(`${list}/new`, { intent: "save", name: "Belts" }),
  );
  expect(created).toMatchObject({ object: "Belts", after: { name: "Belts", address: "BELTS" } });
  const form = { intent: "save", name: "Straps", slug: "STRAPS" };
  const changed = await entryOf("category.changed", () => post(`${list}/Belts`, form));
  expect(changed).toMatchObject({ before: { address: "BELTS" }, after: { address: "STRAPS" } });
  await entryOf("categories.ordered", () => post(list, { intent: "up", id: "Belts" }));
  await entryOf("categories.ordered", () => post(list, { intent: "down", id: "Belts" }));
  const deletion = { intent: "delete", target: "Hats" };
  const deleted = await entryOf("category.deleted", () => post(`${list}/Belts`, deletion));
  expect(deleted).toMatchObject({ object: "Belts", after: { movedTo: "Hats", products: 0 } });
  const charts = "/admin/products/size-charts";
  const grid = gridText({
    measures: [{ name: "Chest", isInches: true }],
    rows: [{ size: "M", values: ["38-40"] }],
  });
  const chart = { intent: "save", name: "Shirts", grid };
  const made = await entryOf("size_chart.created", () => post(`${charts}/new`, chart));
  const path = `${charts}/${made?.object ?? ""}`;
  const renamed = { ...chart, name: "Polos" };
  expect(await entryOf("size_chart.changed", () => post(path, renamed))).toMatchObject({
    before: { name: "Shirts" },
    after: { name: "Polos" },
  });
  await entryOf("size_chart.created", () => post(`${charts}/new`, chart));
  await entryOf("size_charts.ordered", () => post(charts, { intent: "down", id: made?.object ?? "" }));
  await entryOf("size_charts.ordered", () => post(charts, { intent: "up", id: made?.object ?? "" }));
  await entryOf("size_chart.deleted", () => post(path, { intent: "delete" }));
});

test("the audit log has a row for products created, changed, copied, changed together, archived and deleted", async () => {
  const fields = { name: "Audited Cap", price: "30", category: "HATS", quantity: "4" };
  const description = "A cap whose changes are recorded.";
  const uploaded = await uploadImage(store.shop, await picture());
  if (!uploaded.ok) throw new Error(uploaded.reason);
  const images = picturesText([{ url: uploaded.url, alt: "" }]);
  const created = await entryOf("product.created", () =>
    post("/admin/products/new", { intent: "save", ...fields, description, images }),
  );
  expect(created).toMatchObject({ before: null, after: { name: "Audited Cap", price: 3000 } });
  const id = created?.object ?? "";
  const path = `/admin/products/edit/${id}`;
  const changed = await entryOf("product.updated", () => post(path, { intent: "save", name: "Noted Cap" }));
  expect(changed).toMatchObject({
    object: id,
    before: { name: "Audited Cap" },
    after: { name: "Noted Cap" },
  });
  const bulk = { intent: "bulk", action: "price-set", value: "31", id };
  expect(await entryOf("product.updated", () => post("/admin/products", bulk))).toMatchObject({
    object: id,
    before: { price: 3000 },
    after: { price: 3100 },
  });
  expect(await entriesOf(() => post("/admin/products", { ...bulk, intent: "bulk-preview" }))).toEqual([]);
  const [done] = await store.shop.db.selectFrom("bulk_undos").select("id").execute();
  const undo = { intent: "bulk-undo", undo: done?.id ?? "" };
  expect(await entryOf("product.updated", () => post("/admin/products", undo))).toMatchObject({
    before: { price: 3100 },
    after: { price: 3000 },
  });
  const top = await entryOf("settings.hero_chosen", () => post(path, { intent: "hero" }));
  expect(top).toMatchObject({ before: { hero: null }, after: { hero: id } });
  await entryOf("settings.hero_chosen", () => post(path, { intent: "hero-off" }));
  await entryOf("settings.hero_chosen", () => post("/admin/store", { intent: "hero", id }));
  await entryOf("settings.hero_chosen", () => post("/admin/store", { intent: "hero-off", id }));
  const stock = {
    ...{ intent: "stock", id, base: JSON.stringify({ sizes: [{ variation: "", onHand: "4" }] }) },
    ...{ "sizes[0].variation": "", "sizes[0].onHand": "9" },
  };
  await entryOf("product.updated", () => post("/admin/products", stock));
  const counted = { intent: "stock", variation: "", was: "9", onHand: "7", id };
  await entryOf("product.updated", () => post("/admin/inventory", counted));
  const receive = "/admin/inventory/receive";
  const came = {
    ...{ intent: "receive", id, note: "Box 3" },
    ...{ "sizes[0].variation": "", "sizes[0].count": "6" },
  };
  let undoId = "";
  const received = async () => {
    undoId = /"undoId","([^"]+)"/.exec(await post(receive, came))?.[1] ?? "";
  };
  expect(await entryOf("product.delivery_received", received)).toMatchObject({ after: { note: "Box 3" } });
  await entryOf("product.updated", () => post(receive, { intent: "bulk-undo", undo: undoId }));
  const copied = await entryOf("product.created", () => post(path, { intent: "duplicate" }));
  await entryOf("product.deleted", () =>
    post("/admin/products", { intent: "delete", id: copied?.object ?? "" }),
  );
  const sold = await addProduct(store.shop, { stock: { "": 10 } });
  await sell(store, { productId: sold });
  const gone = await entryOf("product.archived", () =>
    post(`/admin/products/edit/${sold}`, { intent: "delete" }),
  );
  expect(gone).toMatchObject({ object: sold, before: { status: "active" }, after: { status: "archived" } });
});

test("[EA-2] the audit log has a row for each order sent from the packing table or by a file", async () => {
  const [first, second, third] = [await sell(store), await sell(store), await sell(store)];
  const base = JSON.stringify({ seen: 0 });
  const ship = (orderId: string, more: Fields) =>
    post("/admin/packing", { intent: "ship", base, orderId, carrier: "USPS", ...more });
  for (const [sale, more] of [
    [first, { trackingNumber: "T1" }] as const,
    [second, { without: "yes" }] as const,
  ]) {
    const entry = await entryOf("order.shipped", () => ship(sale.orderId, more));
    expect(entry?.object).toBe(sale.orderId);
  }
  const { number } = await store.shop.db
    .selectFrom("orders")
    .select("number")
    .where("id", "=", third.orderId)
    .executeTakeFirstOrThrow();
  const rows = `Order ID,Carrier,Tracking Number\n${number},UPS,T3\n`;
  const tracking = "/admin/packing/tracking";
  const file = new Blob([rows]);
  expect(await post(tracking, { intent: "check", carrier: "USPS", file })).toContain(
    "1 order can be shipped",
  );
  const entry = await entryOf("order.shipped", () => post(tracking, { intent: "apply", rows }));
  expect(entry).toMatchObject({ object: third.orderId, after: { carrier: "UPS", trackingNumber: "T3" } });
});

test("the audit log has a row for each action of the owner on an order, from shipping to resending the confirmation", async () => {
  const { orderId, paymentIntentId } = await sell(store);
  const path = `/admin/orders/${orderId}`;
  const order = (fields: Fields) => async () => {
    const detail = await findOrderDetail(store.shop, { id: orderId });
    if (!detail) throw new Error("no order");
    return post(path, { base: JSON.stringify({ seen: orderStamp(detail) }), confirmed: "on", ...fields });
  };
  const shipped = await entryOf(
    "order.shipped",
    order({ intent: "ship", carrier: "UPS", trackingNumber: "1Z999" }),
  );
  expect(shipped).toMatchObject({
    object: orderId,
    before: { fulfillment: "unfulfilled" },
    after: { fulfillment: "shipped", carrier: "UPS", trackingNumber: "1Z999" },
  });
  const shipmentId = (await findOrderDetail(store.shop, { id: orderId }))?.shipments[0]?.id ?? "";
  expect(
    await entryOf("order.shipment_email_resent", order({ intent: "resend-shipment", aboutId: shipmentId })),
  ).toMatchObject({
    ...{ object: orderId, after: { shipment: 1 } },
  });
  await entryOf("order.delivered", order({ intent: "deliver" }));
  const link = { orderId, token: linkOf(store, orderId) };
  const [line = ""] = (await findOrderDetail(store.shop, { id: orderId }))?.items.map(({ id }) => id) ?? [];
  const unwanted = await askedReturn(store, link, returnForm({ [line]: 1 }));
  const back = await askedReturn(store, link, returnForm({ [line]: 1 }));
  const no = order({ intent: "decline-return", aboutId: unwanted.id, answer: "It was worn" });
  expect(await entryOf("return.declined", no)).toMatchObject({ after: { answer: "It was worn" } });
  const yes = order({ intent: "approve-return", aboutId: back.id, answer: "Send it" });
  expect(await entryOf("return.approved", yes)).toMatchObject({ after: { items: ["1 × Fairway Cap"] } });
  const came = { [`lines.${line}.came`]: "1", refund: "later" };
  const received = order({ intent: "receive-return", aboutId: back.id, ...came });
  expect(await entryOf("return.received", received)).toMatchObject({ after: { came: 1, of: 1 } });
  await entryOf("return.closed", order({ intent: "close-return", aboutId: back.id }));
  await entryOf("order.returned", order({ intent: "return" }));
  const note = { note: "At the door" };
  expect(await entryOf("order.note_added", order({ intent: "note", ...note }))).toMatchObject({
    after: note,
  });
  const refund = order({ intent: "refund", amount: "10", reason: "A stain" });
  expect(await entryOf("order.refunded", refund)).toMatchObject({
    after: { amount: 1000, reason: "A stain" },
  });
  await refundInDashboard(store, paymentIntentId, 700);
  await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "webhook" });
  const asked = await findOrderDetail(store.shop, { id: orderId });
  const refundId = asked?.refunds.find(isUnassigned)?.id ?? "";
  const assigned = await entryOf(
    "order.refund_assigned",
    order({ intent: "assign", aboutId: refundId, none: "yes" }),
  );
  expect(assigned).toMatchObject({ object: orderId, after: { refundId, amount: 700 } });
  await store.shop.db
    .updateTable("orders")
    .set({ attention: ["oversold"] })
    .where("id", "=", orderId)
    .execute();
  await entryOf("order.attention_resolved", order({ intent: "resolve", aboutId: "oversold" }));

  const other = await startSale(store);
  store.sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
  await payAsShopper(store, other, GOOD_CARD);
  const intentId = other.paymentIntentId;
  await settlePayment(store.shop, { intentId, source: "browser" });
  store.sandbox.controls.settlePayment(intentId, "failed");
  await settlePayment(store.shop, { intentId, source: "webhook" });
  const detail = await findOrderDetail(store.shop, { id: other.orderId });
  const base = JSON.stringify({ seen: detail && orderStamp(detail) });
  await entryOf("order.canceled", () =>
    post(`/admin/orders/${other.orderId}`, { intent: "cancel", base, confirmed: "on" }),
  );

  await entryOf("orders.exported", async () => {
    lastPosted = "";
    const answer = await pages(new Request(`${ORIGIN}/admin/orders/export`, { headers: { Cookie: cookie } }));
    expect(await answer.text()).toContain("pat@example.com");
  });
  await entryOf("customer.exported", async () => {
    lastPosted = "";
    const file = `${ORIGIN}/admin/customers/${other.orderId}/export`;
    const answer = await pages(new Request(file, { headers: { Cookie: cookie } }));
    expect(await answer.text()).toContain("pat@example.com");
  });
  await entryOf("orders.sync_started", () => post("/admin/orders", { intent: "sync-all" }));
  await entryOf("orders.sync_stopped", () => post("/admin/orders", { intent: "sync-stop" }));
  const wrong = await sell(store);
  const correct = async (fields: Fields) => {
    const known = await findOrderDetail(store.shop, { id: wrong.orderId });
    return post(`/admin/orders/${wrong.orderId}`, {
      base: JSON.stringify({ seen: known && orderStamp(known) }),
      ...fields,
    });
  };
  const address = {
    name: "Pat Example",
    address1: "2 Fairway Lane",
    city: "Tucson",
    state: "AZ",
    postalCode: "85701",
  };
  expect(
    await entryOf("order.address_corrected", () => correct({ intent: "address", ...address })),
  ).toMatchObject({ before: { line1: "1 Fairway Lane" }, after: { line1: "2 Fairway Lane" } });
  expect(
    await entryOf("order.email_corrected", () => correct({ intent: "email", email: "patty@example.com" })),
  ).toMatchObject({ before: { email: "pat@example.com" }, after: { email: "patty@example.com" } });
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 3, L: 3 } });
  const items = [{ productId: polo, variation: "M", quantity: 1 }];
  const inM = await sell(store, { productId: polo, change: { items, amountSeen: 3200 + 599 } });
  const known = await findOrderDetail(store.shop, { id: inM.orderId });
  const swap = { intent: "swap", itemId: known?.items[0]?.id ?? "", to: `${polo} L`, quantity: "1" };
  expect(
    await entryOf("order.units_swapped", () =>
      post(`/admin/orders/${inM.orderId}`, {
        base: JSON.stringify({ seen: known && orderStamp(known) }),
        ...swap,
      }),
    ),
  ).toMatchObject({ before: { items: "1 × Polo (M)" }, after: { items: "1 × Polo (L)", refunded: 0 } });
  const jacket = await addProduct(store.shop, { name: "Jacket", price: 4400, stock: { "": 3 } });
  const swapped = await findOrderDetail(store.shop, { id: inM.orderId });
  const dearer = { ...swap, itemId: swapped?.items[0]?.id ?? "", to: "other", other: `${jacket} ` };
  const fromL = (fields: Record<string, string>) =>
    post(`/admin/orders/${inM.orderId}`, {
      base: JSON.stringify({ seen: swapped && orderStamp(swapped) }),
      ...fields,
    });
  expect(await entryOf("order.extra_payment_asked", () => fromL({ ...dearer, ask: "1200" }))).toMatchObject({
    ...{ before: { items: "1 × Polo (L)" }, after: { items: "1 × Jacket", amount: 1200 } },
  });
  const extraPaymentId = (await findOrderDetail(store.shop, { id: inM.orderId }))?.extraPayments[0]?.id ?? "";
  await entryOf("order.extra_payment_resent", () =>
    fromL({ intent: "resend-extra-payment", aboutId: extraPaymentId }),
  );
  await entryOf("order.extra_payment_withdrawn", () =>
    fromL({ intent: "withdraw-extra-payment", aboutId: extraPaymentId }),
  );
  await entryOf("order.confirmation_resent", () => correct({ intent: "resend" }));
  const again = await entryOf("order.confirmation_resent", async () => {
    const body = JSON.stringify({ orderId });
    const init = { method: "POST", headers: { cookie }, body };
    expect((await functionRoutes(store.shop).request("/send-order-confirmation", init)).status).toBe(200);
  });
  expect(again).toMatchObject({ object: orderId });
});

test("the audit log has a row for every fix of money that does not match", async () => {
  const { paymentIntentId } = await sell(store);
  const check = (intent: string, fields: Fields = {}) => {
    const made = store.sandbox.controls.refunds(paymentIntentId).at(0);
    return () => post("/admin/money", { intent, id: `refund:${made?.id}`, ...fields });
  };
  await refundInDashboard(store, paymentIntentId, 700);
  expect(await entryOf("money.check_asked", check("check-now"))).toMatchObject({ after: null });
  expect(await entriesOf(check("check-now"))).toEqual([]);
  await reconcile(store.shop, new AbortController().signal);
  await entryOf("money.checked_again", check("check-again"));
  await entryOf("money.explained", check("explain", { note: "Known" }));
  await entryOf("money.counted_again", check("count-again"));
  const taken = await entryOf("money.taken_over", check("take-over-money"));
  expect(taken).toMatchObject({
    before: { problem: "A refund that's missing in the shop" },
    after: { problem: "none" },
  });
});

test("an audit entry names its subject: a product by its current name, an order by its number", async () => {
  const { entries } = await listAuditLog(store.shop, { kind: null, before: null });
  const nameOf = (action: string) => entries.find((entry) => entry.action === action)?.objectName;
  expect(entries.find(({ after }) => after?.name === "Audited Cap")?.objectName).toBe("Noted Cap");
  expect(nameOf("product.deleted")).toBeNull();
  expect(nameOf("order.canceled")).toMatch(/^ORD-\d{3}$/);
  expect(nameOf("orders.sync_started")).toBeNull();
});

test("the audit log has a row for each redirect saved and deleted", async () => {
  const [path, form] = ["/admin/redirects", { from: "/pages/story", to: "/about" }];
  const saved = await entryOf("redirect.saved", () => post(path, { intent: "save", ...form }));
  expect(saved).toMatchObject({ object: "/pages/story", before: null, after: { target: "/about" } });
  const changed = { intent: "save-missing", ...form, to: "/contact" };
  await entryOf("redirect.saved", () => post(path, changed));
  const deleted = await entryOf("redirect.deleted", () =>
    post(path, { intent: "delete", path: "/pages/story" }),
  );
  expect(deleted).toMatchObject({ before: { target: "/contact" }, after: null });
});

test("[BR-6] the audit log has a row for each collection created, changed and deleted", async () => {
  const fields = { intent: "save", name: "Gifts", way: "rule", isOnSale: "on", isOn: "on" };
  const created = await entryOf("collection.created", () => post("/admin/collections/new", fields));
  expect(created).toMatchObject({ before: null, after: { name: "Gifts", slug: "gifts" } });
  const id = created?.object ?? "";
  const path = `/admin/collections/${id}`;
  await entryOf("collection.changed", () => post(path, { ...fields, name: "Presents" }));
  const file = new File([new Uint8Array(await picture())], "gifts.png", { type: "image/png" });
  const image = { intent: "picture", picture: file, alt: "A gift" };
  await entryOf("collection.changed", () => post(path, image));
  await entryOf("collection.changed", () => post(path, { intent: "remove-picture" }));
  for (const intent of ["up", "down"])
    await entryOf("collection.changed", () => post("/admin/collections", { intent, id }));
  await entryOf("collection.deleted", () => post(path, { intent: "delete" }));
});

test("[CH-7] the audit log has a row for a review that is shown or hidden, and for how customers are asked", async () => {
  const { orderId } = await sell(store);
  const id = store.shop.newId();
  await sql`
    insert into reviews (id, order_item_id, product_id, stars, body, name, written_at, changed_at)
    select ${id}, id, product_id, 5, 'Good.', 'Pat', now(), now() from order_items where order_id = ${orderId}`.execute(
    store.shop.db,
  );
  const review = { id, version: "1" };
  const shown = () => post("/admin/reviews", { intent: "show", ...review });
  expect(await entryOf("review.shown", shown)).toMatchObject({
    object: id,
    before: { state: "pending" },
    after: { state: "shown" },
  });
  await entryOf("review.hidden", () => post("/admin/reviews", { intent: "hide", ...review }));
  const rules = () => post("/admin/settings/mail", { intent: "review-requests", afterDays: "10" });
  expect(await entryOf("settings.reviews_changed", rules)).toMatchObject({
    before: { asks: true, afterDays: 7 },
    after: { asks: false, afterDays: 10 },
  });
});

test("[PE-2] the audit log has a row for retention rules, and for an erased customer, without personal data", async () => {
  const kept = { orderYears: "7", messageDays: "730", checkoutDays: "7", restockDays: "365" };
  const change = () => post("/admin/privacy", { intent: "rules", ...kept });
  expect(await entryOf("settings.privacy_changed", change)).toMatchObject({
    before: { orderYears: null },
    after: { orderYears: 7 },
  });
  const remind = () => post("/admin/settings/mail", { intent: "reminders", reminds: "on", hours: "4" });
  expect(await entryOf("settings.reminders_changed", remind)).toMatchObject({
    before: { reminderHours: null },
    after: { reminderHours: 4 },
  });
  const quinn = { ...pat, name: "Quinn Example", email: "quinn@example.com" };
  const { orderId } = await sell(store, { change: { shipping: quinn } });
  for (const to of ["shipped", "delivered"] as const)
    await fulfillOrder(store.shop, {
      ...{ orderId, actor: OWNER },
      step: to === "shipped" ? { to, carrier: "UPS", trackingNumber: "" } : { to },
    });
  const path = `/admin/customers/${orderId}/forget`;
  const forget = () => post(path, { intent: "forget", typed: "quinn@example.com" });
  const entry = await entryOf("customer.forgotten", forget);
  expect(entry).toMatchObject({ object: "customer", after: { orders: 1 } });
  expect(JSON.stringify(entry)).not.toMatch(/quinn/i);
});

test("[KN-6] the audit log has a row for a downloaded backup, its recovery key, and the retention of backups", async () => {
  const page = "/admin/backups";
  const rules = () => post(page, { intent: "rules", days: "14", weeks: "8" });
  expect(await entryOf("settings.backups_changed", rules)).toMatchObject({
    before: { days: 7, weeks: 4 },
    after: { days: 14, weeks: 8 },
  });
  await entryOf("backups.key_shown", () => post(page, { intent: "show-key" }));
  const id = store.shop.newId();
  await store.shop.db
    .insertInto("backups")
    .values({
      id,
      kind: "asked",
      state: "done",
      created_at: new Date(),
      file_name: "a",
      store_state: "there",
    })
    .execute();
  const taken = await entryOf("backups.downloaded", async () => {
    lastPosted = "";
    const answer = await pages(new Request(`${ORIGIN}/admin/backups/${id}`, { headers: { Cookie: cookie } }));
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await answer.text()).toBe("");
  });
  expect(taken?.object).toBe(`backups:${id}`);
});

test("the audit log has a row for settings, the storefront, legal pages and email", async () => {
  const form = { storeName: "Audited Golf", email: "pro@example.com", timeZone: "America/Phoenix" };
  const change = () => post("/admin/settings", { ...form, intent: "save", version: "1" });
  expect(await entryOf("settings.saved", change)).toMatchObject({
    before: { storeName: "Golf Pro Shop" },
    after: { storeName: "Audited Golf" },
  });
  const draft = (claim: string) =>
    post("/admin/store/words", {
      intent: "save",
      words: JSON.stringify({ ...defaultBrand.words, claim }),
    });
  await draft("Bags made to last.");
  await entryOf("storefront.published", () => post("/admin/store", { intent: "publish", revision: "1" }));
  const [version] = await listVersions(store.shop.db);
  await draft("Bags made by hand.");
  await entryOf("storefront.published", () => post("/admin/store", { intent: "publish", revision: "1" }));
  await entryOf("storefront.restored", () =>
    post("/admin/store", { intent: "restore", id: String(version?.id) }),
  );
  await post("/admin/store", { intent: "discard" });
  const legal = "/admin/settings/legal";
  await entryOf("settings.legal_text_changed", () => post(legal, { intent: "save", text: "Our own text." }));
  await entryOf("settings.legal_text_changed", () => post(legal, { intent: "restore" }));
  const synonyms = { intent: "save", text: "cap, Lid" };
  expect(
    await entryOf("settings.synonyms_changed", () => post("/admin/settings/search", synonyms)),
  ).toMatchObject({ before: { synonyms: "" }, after: { synonyms: "cap, lid" } });
  await entryOf("mail.test_sent", () => post("/admin/settings/mail", {}));
});

test("[DC-1] the audit log has a row for discounts created, changed, and turned on or off", async () => {
  const form = { applies: "code", code: "audit10", kind: "percent", value: "10", scope: "all" };
  const created = await entryOf("discount.created", () =>
    post("/admin/discounts/new", { intent: "save", ...form }),
  );
  expect(created).toMatchObject({ before: null, after: { code: "AUDIT10", percent: 10, isOn: true } });
  const path = `/admin/discounts/${created?.object}`;
  const changed = () => post(path, { intent: "save", ...form, value: "15" });
  expect(await entryOf("discount.changed", changed)).toMatchObject({
    before: { percent: 10 },
    after: { percent: 15 },
  });
  await entryOf("discount.changed", () => post(path, { intent: "switch-off" }));
  expect(await entryOf("discount.changed", () => post(path, { intent: "switch-on" }))).toMatchObject({
    before: { isOn: false },
    after: { isOn: true },
  });
});

test("[KN-1] the audit log has a row for a changed low-stock level", async () => {
  const level = { intent: "low-level", level: "5", base: JSON.stringify({ level: 3 }) };
  expect(await entryOf("settings.low_level_changed", () => post("/admin/inventory", level))).toMatchObject({
    before: { lowLevel: 3 },
    after: { lowLevel: 5 },
  });
});

test("the audit log has a row for messages and failed emails", async () => {
  const message = { name: "Pat", email: "pat@example.com", subject: "Size", message: "Which?" };
  await sendContactMessage(store.shop, { ...message, honeypot: "", ip: "192.0.2.1" });
  const { id } = await store.shop.db.selectFrom("contact_messages").select("id").executeTakeFirstOrThrow();
  await entryOf("message.marked", () => post("/admin/messages", { intent: "read", id }));
  await entryOf("message.marked", () => post("/admin/messages", { intent: "unread", id }));
  const thread = `/admin/messages/${id}`;
  for (const intent of ["answered", "to-answer", "spam", "not-spam"])
    await entryOf("message.marked", () => post(thread, { intent }));
  const reply = { intent: "reply", reply: countedUuid(4_000_001), body: "Size M" };
  const answered = await entryOf("message.answered", () => post(thread, reply));
  expect(answered).toMatchObject({ object: id, after: { reply: reply.reply } });
  expect(await entriesOf(() => post(thread, reply))).toEqual([]);
  const saved = { intent: "save", name: "Sizes", body: "See the size guide" };
  const made = await entryOf("saved_answer.saved", () => post("/admin/messages/answers", saved));
  await entryOf("saved_answer.deleted", () =>
    post("/admin/messages/answers", { intent: "delete", id: made?.object ?? "" }),
  );
  await store.shop.db
    .updateTable("outbox")
    .set({ dead_at: new Date(store.clock.now()) })
    .execute();
  const [one, two] = await store.shop.db.selectFrom("outbox").select("id").execute();
  await entryOf("mail.retried", () => post(thread, { intent: "retry", mail: String(one?.id) }));
  await store.shop.db
    .updateTable("outbox")
    .set({ dead_at: new Date(store.clock.now()) })
    .execute();
  await entryOf("mail.retried", () => post("/admin/mails", { intent: "retry", id: String(one?.id) }));
  await entryOf("mail.dismissed", () => post("/admin/mails", { intent: "dismiss", id: String(two?.id) }));
  const given = { dead_at: new Date(store.clock.now()), dismissed_at: null, attempts: 13 };
  await store.shop.db.updateTable("outbox").set(given).where("id", "=", String(one?.id)).execute();
  const again = () => post("/admin/mails", { intent: "retry-all", confirmed: "on" });
  expect(await entryOf("mail.all_retried", again)).toMatchObject({ after: { mails: 1 } });
});

test("the audit log has a row for each cleared test order", async () => {
  const { rows } = await sql<{
    id: string;
  }>`select id from orders where is_rehearsal and status = 'paid' limit 1`.execute(store.shop.db);
  const orderId = rows[0]?.id;
  await sql`update checkouts set state = 'expired' where state in ('open', 'paying')`.execute(store.shop.db);
  const cleared = await entriesOf(() => post("/admin/start/rehearsals", { intent: "clear" }));
  const action = "order.rehearsal_cleared";
  expect(cleared).toContainEqual(expect.objectContaining({ actor: OWNER, action, object: orderId }));
  expect(new Set(cleared.map((entry) => entry.action))).toEqual(new Set([action]));
  writtenBy.set(action, lastPosted);
});

test("[ST-2] the audit log has a row for password, second step and sessions", async () => {
  const path = "/admin/settings/user";
  await entryOf("sessions.ended", () => post(path, { intent: "sign-out-others" }));
  const started = await post(path, { intent: "second-factor-start", password: OWNER_PASSWORD });
  const sealed = /"sealed","([\w-]+)"/.exec(started)?.[1] ?? "";
  const secret = /"secret","([A-Z2-7]{32})"/.exec(started)?.[1] ?? "";
  const code = appCode(secret, store.clock.now());
  const turnedOn = () => post(path, { intent: "second-factor-confirm", sealed, code });
  await entryOf("second_factor.turned_on", turnedOn);
  let codes = "";
  await entryOf("recovery_codes.renewed", async () => {
    codes = await post(path, { intent: "second-factor-codes", password: OWNER_PASSWORD });
  });
  const recoveryCode = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(codes)?.[0] ?? "";
  const off = (typed: string) =>
    post(path, { intent: "second-factor-off", password: OWNER_PASSWORD, code: typed });
  const actions = (await entriesOf(() => off(recoveryCode))).map(({ action }) => action);
  expect(actions).toEqual(["second_factor.turned_off", "recovery_code.used"]);
  const rules = { idleMinutes: "30", absoluteMinutes: "720" };
  const limited = await entryOf("session_rules.changed", () =>
    post(path, { intent: "session-rules", ...rules }),
  );
  expect(limited).toMatchObject({
    before: { idleMinutes: 480, absoluteMinutes: 10080 },
    after: { idleMinutes: 30, absoluteMinutes: 720 },
  });
  const next = "an even longer pass phrase";
  await entryOf("password.changed", () =>
    post(path, { intent: "password", current: OWNER_PASSWORD, next, repeat: next }),
  );
  const command = await entriesOf(() => setAdminPassword(store.shop, { password: OWNER_PASSWORD }));
  expect(command).toEqual([expect.objectContaining({ actor: "command line", action: "password.changed" })]);
  const written = JSON.stringify(await store.shop.db.selectFrom("admin_audit").selectAll().execute());
  for (const word of [OWNER_PASSWORD, next, secret, recoveryCode]) expect(written).not.toContain(word);
});

/** Why an action needs the password again, or null. */
const sensitive: Record<AuditAction, "money" | "people" | "credentials" | null> = {
  "product.created": null,
  "product.updated": null,
  "product.archived": null,
  "product.delivery_received": null,
  "product.deleted": null,
  "products.imported": null,
  "category.created": null,
  "category.changed": null,
  "category.deleted": null,
  "categories.ordered": null,
  "size_chart.created": null,
  "size_chart.changed": null,
  "size_chart.deleted": null,
  "size_charts.ordered": null,
  "review.shown": null,
  "review.hidden": null,
  "order.shipped": null,
  "order.shipment_corrected": null,
  "order.delivered": null,
  "order.returned": null,
  "order.note_added": null,
  "order.address_corrected": "people",
  "order.email_corrected": "people",
  "order.units_swapped": "money",
  "order.extra_payment_asked": "money",
  "order.extra_payment_resent": null,
  "order.extra_payment_withdrawn": null,
  "order.confirmation_resent": null,
  "order.shipment_email_resent": null,
  "customer.exported": "people",
  "customer.forgotten": "people",
  "orders.exported": "people",
  "orders.sync_started": null,
  "orders.sync_stopped": null,
  "order.canceled": "money",
  "order.refunded": "money",
  "order.rehearsal_cleared": null,
  "order.refund_assigned": null,
  "return.approved": null,
  "return.declined": null,
  "return.received": "money",
  "return.hold_expired": null,
  "return.closed": null,
  "order.attention_resolved": null,
  // They repeat a call that was decided earlier, under its key.
  "operation.retried": null,
  "operation.closed": null,
  "event.retried": null,
  "event.closed": null,
  // They bring the books in line with what the provider has already done.
  "money.taken_over": null,
  "money.checked_again": null,
  "money.explained": null,
  "money.counted_again": null,
  "money.check_asked": null,
  "alert.resolved": null,
  // Emails about new orders go to the address that is saved here.
  "settings.saved": "people",
  "collection.created": null,
  "collection.changed": null,
  "collection.deleted": null,
  "discount.created": "money",
  "discount.changed": "money",
  "settings.legal_text_changed": null,
  "storefront.published": null,
  "storefront.restored": null,
  "settings.synonyms_changed": null,
  "settings.low_level_changed": null,
  "settings.reviews_changed": null,
  "settings.privacy_changed": null,
  "settings.backups_changed": null,
  "backups.downloaded": "people",
  "backups.key_shown": "credentials",
  "settings.reminders_changed": null,
  "redirect.saved": null,
  "redirect.deleted": null,
  "settings.hero_chosen": null,
  "message.marked": null,
  "message.answered": null,
  "saved_answer.saved": null,
  "saved_answer.deleted": null,
  "payments.closed": null,
  "payments.reopened": null,
  "mail.retried": null,
  "mail.all_retried": null,
  "mail.dismissed": null,
  "mail.test_sent": null,
  "password.changed": "credentials",
  "sessions.ended": "credentials",
  "session_rules.changed": "credentials",
  "second_factor.turned_on": "credentials",
  "second_factor.turned_off": "credentials",
  "recovery_codes.renewed": "credentials",
  // At sign-in, or with the form that turns the second step off.
  "recovery_code.used": null,
};

test("[TR-9] only forms that move money or personal data, or change how the owner signs in, ask for the password", async () => {
  writtenBy.set("second_factor.turned_off", "/admin/settings/user second-factor-off");
  const unsure: string[] = [];
  for (const [action, form] of writtenBy) {
    const [path = "", intent = ""] = form.split(" ");
    const route = listRoutes().find(({ pattern }) =>
      new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`).test(path),
    );
    const rule = route && (await loadRoute(route.file)).action?.passwords?.[intent];
    const isExport = /^(orders|customer)\.exported$|^backups\.downloaded$/.test(action);
    if (isExport !== (path === "")) unsure.push(action);
    if (!isExport && (sensitive[action] !== null) !== (rule !== undefined)) unsure.push(`${action}: ${rule}`);
  }
  expect(unsure).toEqual([]);
  const missed = Object.entries(sensitive).filter(
    ([action, why]) => why && !writtenBy.has(action as AuditAction),
  );
  expect(missed).toEqual([]);
});

/** Work of many steps; its own tests read the log. */
const besideTheirUseCase = {
  intents: [
    // These change nothing of the shop.
    ...["preview", "sync", "second-factor-start", "take-over"],
    ...["sync-selected", "sign-out-one", "correct", "confirm", "find", "make", "test"],
  ],
  pages: [
    ...["/admin/products/import", "/admin/orders/bulk", "/admin/attention", "/admin/password"],
    ...["/admin/products/drafts", "/admin/products/photos"],
  ],
  actions: [
    ...["products.imported", "order.shipment_corrected", "alert.resolved"],
    // Logged by the shop itself: exchange.test.ts, card-testing.test.ts.
    "return.hold_expired",
    ...["payments.closed", "payments.reopened"],
    ...["operation.retried", "operation.closed", "event.retried", "event.closed"],
  ],
};

test("the tests of the audit log leave out no action, and no intent of a page", async () => {
  const actions = Object.keys(auditActions).filter((action) => !besideTheirUseCase.actions.includes(action));
  expect(actions.filter((action) => !seen.has(action))).toEqual([]);
  // Signing in and out changes nothing, nor does the doctor's look; a picture changes something once a product is saved with it.
  const without = ["/admin/login", "/admin/login/code", "/admin/sign-out", "/admin/products/images"];
  // What the owner leaves out of the first steps is no change of the shop.
  without.push("/admin/doctor", "/admin/start", ...besideTheirUseCase.pages);
  const left: string[] = [];
  for (const { file, pattern } of listRoutes()) {
    const { action } = pattern.startsWith("/admin") ? await loadRoute(file) : {};
    if (!action || without.includes(pattern)) continue;
    // A page with two paths is asked on one of them.
    const paths = listRoutes().filter((route) => route.file === file);
    const pages = paths.map((route) => new RegExp(`^${route.pattern.replace(/:\w+/g, "[^/]+")} `));
    const made = [...posted].flatMap((form) => {
      return pages.some((page) => page.test(form)) ? [form.slice(form.indexOf(" ") + 1)] : [];
    });
    if (made.length === 0) left.push(pattern);
    for (const intent of action.intents ?? []) {
      if (!made.includes(intent) && !besideTheirUseCase.intents.includes(intent))
        left.push(`${pattern} ${intent}`);
    }
  }
  expect(left).toEqual([]);
});
