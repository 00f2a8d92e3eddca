import { sql } from "kysely";
import { expect, test } from "vitest";
import { CUSTOMER } from "#domain/order/corrections.ts";
import { failingStatements } from "#test/database/failing-statements.ts";
import { loadOrder, sendMails } from "#test/sales/orders.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { orderAccessToken } from "../../mail/links/order-token.ts";
import { findOrderPage } from "../links/find-order-page.ts";
import { resendConfirmation } from "../links/resend-confirmation.ts";
import { fulfillOrder } from "../shipments/fulfill-order.ts";
import { verifyCheckout } from "../verify-checkout.ts";
import { cancelPaidOrder } from "./cancel-paid-order.ts";
import { correctByLink, type LinkCorrection } from "./change-by-link.ts";
import { CUSTOMER_CHANGES_MAX } from "./change-order.ts";
import { correctAddress } from "./correct-address.ts";
import { correctEmail } from "./correct-email.ts";
import { findOrderFix } from "./find-order-fix.ts";

const store = freshShop();

const moved = { ...pat, address1: "2 Fairway Lane", city: "Tucson", postalCode: "85701" };

async function sold() {
  const { orderId } = await sell(store);
  await mails();
  return orderId;
}

/** What went out since the last time. */
const mails = () => sendMails(store);

const linkIn = (sent: { text: string }[]) =>
  sent.map(({ text }) => /\/orders\/([\w-]{43})/.exec(text)?.[1]).find((token) => token !== undefined) ?? "";

/** What the order's own page tells, oldest first. */
async function shownHistory(orderId: string) {
  const token = orderAccessToken(store.shop.keys.orderLinks.current, orderId);
  return (await findOrderPage(store.shop, { token }))?.history.map(({ status }) => status);
}

const detail = (id: string) => loadOrder(store, id);

test("[RF-5] a corrected address is where the order goes; history and notification say so, the email stays", async () => {
  const orderId = await sold();
  const other = await sold();
  expect(await correctAddress(store.shop, { orderId, actor, seen: 0, address: moved })).toEqual({ ok: true });
  expect(await Promise.all([orderId, other].map(shownHistory))).toEqual([
    ["pending", "paid", "corrected"],
    ["pending", "paid"],
  ]);
  const order = await detail(orderId);
  expect(order.address).toMatchObject({
    ...{ line1: "2 Fairway Lane", city: "Tucson", customer_email: pat.email },
  });
  expect(order.corrections).toMatchObject([
    { kind: "address", actor, before: { line1: "1 Fairway Lane" }, after: { line1: "2 Fairway Lane" } },
  ]);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: "Your Golf Pro Shop order ORD-001 was changed" });
  expect(mail?.text).toContain("2 Fairway Lane\nTucson, AZ 85701");
});

test("[RF-5] [RF-6] the owner moves an order to another state, and its customer does not", async () => {
  const orderId = await sold();
  const address = { ...moved, city: "Reno", state: "NV", postalCode: "89501" };
  const asked = { orderId, seen: 0, fixMinutes: 60, address };
  expect(await correctAddress(store.shop, { ...asked, actor: CUSTOMER })).toEqual({
    ...{ ok: false, reason: "other_state" },
  });
  expect(await correctAddress(store.shop, { ...asked, actor })).toEqual({ ok: true });
  expect((await detail(orderId)).address).toMatchObject({ city: "Reno", state: "NV" });
});

test("[RF-5] an email whose confirmation can't be queued is not corrected", async () => {
  const orderId = await sold();
  const db = failingStatements(store.shop, (text, values) =>
    text.startsWith('insert into "outbox"') && values.includes("order_confirmation")
      ? new Error("gone")
      : null,
  );
  const asked = { orderId, actor, seen: 0, email: "patty@example.com" };
  await expect(correctEmail({ ...store.shop, db }, asked)).rejects.toThrow("gone");
  expect((await detail(orderId)).address.customer_email).toBe(pat.email);
  expect((await detail(orderId)).corrections).toEqual([]);
});

test("[RF-5] a corrected email gets the confirmation; the old one gets a notice, and learns nothing of the order", async () => {
  const orderId = await sold();
  const right = "patty@example.com";
  expect(await correctEmail(store.shop, { orderId, actor, seen: 0, email: right })).toMatchObject({
    ...{ ok: true, isConfirmed: true },
  });
  expect((await detail(orderId)).address.customer_email).toBe(right);
  const sent = await mails();
  const [old, fresh] = [pat.email, right].map((email) => sent.find(({ to }) => to.address === email));
  expect(sent).toHaveLength(2);
  expect(fresh?.subject).toBe("Your Golf Pro Shop order ORD-001");
  expect(fresh?.text).toContain("/orders/");
  expect(old?.to.name).toBe("");
  expect(`${old?.text} ${old?.html}`).not.toMatch(/Pat|patty|Fairway|\/orders\//);
});

test("[RF-5] the link that went to a wrong email opens nothing once it is corrected; emails and the buyer's browser have another", async () => {
  const orderId = await sold();
  const { keys } = store.shop;
  const oldKey = keys.orderLinks.current;
  const first = orderAccessToken(oldKey, orderId);
  const isOpen = async (token: string) => (await findOrderPage(store.shop, { token })) !== null;
  // One more link, made with another secret.
  keys.orderLinks.current = `another ${oldKey}`;
  await resendConfirmation(store.shop, { orderId, actor });
  const second = linkIn(await mails());
  expect([await isOpen(first), await isOpen(second)]).toEqual([true, true]);
  await correctEmail(store.shop, { orderId, actor, seen: 0, email: "patty@example.com" });
  const third = linkIn(await mails());
  expect(await Promise.all([first, second, third].map(isOpen))).toEqual([false, false, true]);
  await correctEmail(store.shop, { orderId, actor, seen: 1, email: pat.email });
  const fourth = linkIn(await mails());
  expect(new Set([first, second, third, fourth]).size).toBe(4);
  expect(await Promise.all([third, fourth].map(isOpen))).toEqual([false, true]);
  const { rows } = await sql<{ key: string }>`
    select idempotency_key as key from checkouts where order_id = ${orderId}`.execute(store.shop.db);
  const verified = await verifyCheckout(store.shop, { orderId, intentId: null, key: rows[0]?.key ?? "" });
  expect(verified).toMatchObject({ ok: true, own: { page: `/orders/${fourth}` } });
});

test("[RF-5] a confirmation that could not be delivered waits for the owner no longer once the email is right", async () => {
  const { orderId } = await sell(store);
  await store.shop.db
    .updateTable("outbox")
    .set({ dead_at: new Date(store.clock.now()), last_error: "550 no such user" })
    .where("kind", "=", "order_confirmation")
    .execute();
  const dayAgo = new Date(store.clock.now() - 24 * 60 * 60_000);
  const dismissed = { kind: "order_confirmation", unique_key: "dismissed", order_id: orderId };
  const times = { created_at: dayAgo, next_at: dayAgo, dead_at: dayAgo, dismissed_at: dayAgo };
  await store.shop.db
    .insertInto("outbox")
    .values({ ...dismissed, ...times })
    .execute();
  await correctEmail(store.shop, { orderId, actor, seen: 0, email: "patty@example.com" });
  const waiting = await store.shop.db
    .selectFrom("outbox")
    .select("unique_key")
    .where("dead_at", "is not", null)
    .where("dismissed_at", "is", null)
    .execute();
  expect(waiting).toEqual([]);
  const before = store.shop.db
    .selectFrom("outbox")
    .select("dismissed_at")
    .where("unique_key", "=", "dismissed");
  expect(await before.executeTakeFirst()).toEqual({ dismissed_at: dayAgo });
  expect((await mails()).map(({ to }) => to.address)).toContain("patty@example.com");
});

test("[RF-5] of two who correct the same page the second one looks again, and nothing is lost", async () => {
  const orderId = await sold();
  expect(await correctAddress(store.shop, { orderId, actor, seen: 0, address: moved })).toEqual({ ok: true });
  const address = { ...moved, address2: "Unit 4" };
  const second = { orderId, actor: CUSTOMER, fixMinutes: 60, seen: 0, address };
  expect(await correctAddress(store.shop, second)).toEqual({ ok: false, reason: "changed" });
  expect((await detail(orderId)).corrections).toHaveLength(1);
});

test("[RF-5] what is the same, shipped, canceled, unknown or no email is refused with the reason", async () => {
  const orderId = await sold();
  const address = (to = moved, id = orderId, seen = 0) =>
    correctAddress(store.shop, { orderId: id, actor, seen, address: to });
  const email = (to: string) => correctEmail(store.shop, { orderId, actor, seen: 0, email: to });
  expect(await address(pat)).toEqual({ ok: false, reason: "unchanged" });
  expect(await email(pat.email)).toEqual({ ok: false, reason: "unchanged" });
  expect(await email("pat@example.com, sam@example.com")).toEqual({ ok: false, reason: "bad_email" });
  expect(await address(moved, "nonsense")).toEqual({ ok: false, reason: "not_found" });
  await fulfillOrder(store.shop, {
    orderId,
    actor,
    step: { to: "shipped", carrier: "UPS", trackingNumber: "" },
  });
  expect(await address()).toEqual({ ok: false, reason: "shipped" });
  expect(await email("patty@example.com")).toMatchObject({ ok: true });
  const other = await sold();
  await cancelPaidOrder(store.shop, { orderId: other, actor, reason: "as asked" });
  expect(await address(moved, other)).toEqual({ ok: false, reason: "over" });
});

test("[RF-6] anyone with the link corrects only so often", async () => {
  const orderId = await sold();
  const ask = (seen: number, who = CUSTOMER) =>
    correctAddress(store.shop, {
      ...{ orderId, actor: who, seen, fixMinutes: 60 },
      address: { ...moved, address2: `Unit ${seen}` },
    });
  for (let seen = 0; seen < CUSTOMER_CHANGES_MAX; seen++) expect(await ask(seen)).toEqual({ ok: true });
  expect(await ask(CUSTOMER_CHANGES_MAX)).toEqual({ ok: false, reason: "too_often" });
  expect(await ask(CUSTOMER_CHANGES_MAX, actor)).toEqual({ ok: true });
});

test("[RF-6] nothing is offered once a part has left, or the order was canceled", async () => {
  const offered = async (id: string) => findOrderFix(store.shop, { order: await detail(id) });
  const partly = await sold();
  const [line] = (await detail(partly)).items;
  const step = {
    to: "shipped",
    carrier: "UPS",
    trackingNumber: "",
    units: { [line?.id ?? ""]: 1 },
  } as const;
  expect(await fulfillOrder(store.shop, { orderId: partly, actor, step })).toMatchObject({
    ok: true,
    left: 1,
  });
  expect(await offered(partly)).toBeNull();
  const canceled = await sold();
  expect(await offered(canceled)).not.toBeNull();
  await cancelPaidOrder(store.shop, { orderId: canceled, actor, reason: "as asked" });
  expect(await offered(canceled)).toBeNull();
});

test("[RF-6] for an hour anyone with the link corrects the address and the email, and nothing in another state", async () => {
  const orderId = await sold();
  const token = orderAccessToken(store.shop.keys.orderLinks.current, orderId);
  const fix = (sent: LinkCorrection, link = token) => correctByLink(store.shop, { token: link, sent });
  const address = { ...moved, email: "" };
  const offered = await findOrderFix(store.shop, { order: await detail(orderId) });
  expect(offered).toMatchObject({ seen: 0, until: new Date(store.clock.now() + 60 * 60_000).toISOString() });
  expect(await fix({ what: "address", seen: 0, address: { ...address, postalCode: "" } })).toMatchObject({
    ...{ reason: "invalid", errors: { postalCode: "Postal code must be at least 5 characters" } },
  });
  expect(
    await fix({
      what: "address",
      seen: 0,
      address: { ...address, state: "NV", city: "Reno", postalCode: "89501" },
    }),
  ).toMatchObject({
    reason: "other_state",
  });
  expect(await fix({ what: "address", seen: 0, address }, "A".repeat(43))).toMatchObject({
    reason: "not_found",
  });
  const stranger = await sold();
  const [line] = (await detail(stranger)).items;
  const swap = { what: "swap", seen: 0, quantity: 1 } as const;
  expect(
    await fix({ ...swap, itemId: line?.id ?? "", to: { productId: line?.productId ?? "", variation: "L" } }),
  ).toEqual({ ok: false, reason: "unknown_line" });
  expect((await detail(stranger)).corrections).toEqual([]);
  await mails();
  expect(await fix({ what: "address", seen: 0, address })).toEqual({ ok: true });
  const corrected = await fix({ what: "email", seen: 1, email: " patty@example.com " });
  expect(corrected).toMatchObject({ ok: true, page: expect.stringMatching(/^\/orders\/[\w-]{43}$/) });
  expect((await detail(orderId)).corrections.map(({ kind, actor: who }) => [kind, who])).toEqual([
    ["address", CUSTOMER],
    ["email", CUSTOMER],
  ]);
  expect((await mails()).map(({ to }) => to.address).sort()).toEqual([
    ...["pat@example.com", "patty@example.com", "patty@example.com"],
  ]);
  store.clock.advance(60 * 60_000);
  const late = { what: "email", seen: 2, email: "sam@example.com" } as const;
  expect(await fix(late)).toEqual({ ok: false, reason: "not_found" });
  const page = corrected.ok && "page" in corrected ? corrected.page : null;
  expect(await fix(late, page?.slice("/orders/".length))).toEqual({ ok: false, reason: "closed" });
  expect(await findOrderFix(store.shop, { order: await detail(orderId) })).toBeNull();
});
