import { expect, test } from "vitest";
import { CUSTOMER } from "#domain/order/corrections.ts";
import { UNDO_HOURS_MIN } from "#domain/order/links/email-undo.ts";
import { loadOrder } from "#test/sales/orders.ts";
import { OWNER, pat } from "#test/sales/people.ts";
import { linkOf } from "#test/sales/returns.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { findOrderPage } from "../links/find-order-page.ts";
import { fulfillOrder } from "../shipments/fulfill-order.ts";
import { correctByLink } from "./change-by-link.ts";
import { correctEmail } from "./correct-email.ts";
import { findOrderFix } from "./find-order-fix.ts";
import { findEmailUndo, undoEmail } from "./undo-email.ts";

const HOUR_MS = 60 * 60_000;
const THIEF = "thief@example.com";
const moved = { ...pat, address1: "2 Fairway Lane", city: "Tucson", postalCode: "85701" };

const store = freshShop();

const detail = (id: string) => loadOrder(store, id);

const isOpen = async (token: string) => (await findOrderPage(store.shop, { token })) !== null;

/** Changes the email by the order's link; answers the link from then on, and what undoes it. */
async function takeOver(token: string, seen: number, email: string) {
  const taken = await correctByLink(store.shop, { token, sent: { what: "email", seen, email } });
  if (!taken.ok || !("page" in taken)) throw new Error(JSON.stringify(taken));
  store.mailbox.length = 0;
  await sendDueMails(store.shop, { limit: 20 });
  const old = store.mailbox.find(({ text }) => text.includes("/undo/"));
  const [, undoToken = ""] = /\/orders\/undo\/([\w-]+)/.exec(old?.text ?? "") ?? [];
  return { link: (taken.page ?? "").slice("/orders/".length), old, undo: { token: undoToken } };
}

async function stolen() {
  const { orderId } = await sell(store);
  return { orderId, ...(await takeOver(linkOf(store, orderId), 0, THIEF)) };
}

test("[UN-4] the old address undoes a change of the email by the link, and with it every link of the new one", async () => {
  const { orderId, link, old, undo } = await stolen();
  expect(old).toMatchObject({ to: { name: "", address: pat.email } });
  expect(`${old?.text} ${old?.html}`).not.toMatch(/Pat|thief|Fairway/);
  const seen = { number: 1, now: "t…@example.com", before: "p…@example.com" };
  expect(await findEmailUndo(store.shop, undo)).toEqual({ ok: true, ...seen });
  expect((await detail(orderId)).address.customer_email).toBe(THIEF);
  const undone = await undoEmail(store.shop, undo);
  expect(undone).toEqual({ ok: true, ...seen, page: expect.stringMatching(/^\/orders\/[\w-]{43}$/) });
  const page = undone.ok ? (undone.page ?? "") : "";
  expect([await isOpen(link), await isOpen(page.slice("/orders/".length))]).toEqual([false, true]);
  const order = await detail(orderId);
  expect(order.address.customer_email).toBe(pat.email);
  expect(order.corrections).toMatchObject([
    { kind: "email", actor: CUSTOMER, before: { email: pat.email }, after: { email: THIEF } },
    {
      kind: "email",
      actor: CUSTOMER,
      before: { email: THIEF },
      after: { email: pat.email, undoes: expect.any(String) },
    },
  ]);
  store.mailbox.length = 0;
  await sendDueMails(store.shop, { limit: 20 });
  const sent = Object.fromEntries(store.mailbox.map(({ to, text }) => [to.address, text]));
  expect(sent[pat.email]).toContain(page);
  // The one that lost it gets no way back.
  expect(sent[THIEF]).not.toContain("/orders/");
});

test("[UN-4] no address is changed by the link for an hour after the email was", async () => {
  const { orderId, link } = await stolen();
  const fix = (seen: number) =>
    correctByLink(store.shop, { token: link, sent: { what: "address", seen, address: moved } });
  expect(await fix(1)).toEqual({ ok: false, reason: "email_changed" });
  const until = new Date(store.clock.now() + HOUR_MS).toISOString();
  // The owner's setting may be longer than this hour.
  expect(await findOrderFix(store.shop, { order: await detail(orderId) })).toMatchObject({
    addressFrom: until,
  });
  expect((await detail(orderId)).address.line1).toBe("1 Fairway Lane");
});

test("[UN-4] of several changes the first mailbox has the last word", async () => {
  const first = await stolen();
  const second = await takeOver(first.link, 1, "other@example.com");
  expect(await undoEmail(store.shop, first.undo)).toMatchObject({ ok: true });
  for (const { undo } of [first, second])
    expect(await undoEmail(store.shop, undo)).toEqual({ ok: false, reason: "undone" });
  expect(await isOpen(second.link)).toBe(false);
  expect((await detail(first.orderId)).address.customer_email).toBe(pat.email);
});

test("[UN-4] a link that is forged, for another change or order, or after the shop's own correction does nothing", async () => {
  const { orderId, undo } = await stolen();
  const { orderId: other } = await sell(store);
  const forged = [
    `${undo.token.slice(0, -1)}${undo.token.endsWith("A") ? "B" : "A"}`,
    `${other}${undo.token.slice(other.length)}`,
    linkOf(store, orderId),
    "",
  ];
  for (const token of forged)
    expect(await undoEmail(store.shop, { token })).toEqual({ ok: false, reason: "not_found" });
  const email = "patty@example.com";
  expect(await correctEmail(store.shop, { orderId, actor: OWNER, seen: 1, email })).toMatchObject({
    ok: true,
  });
  expect(await undoEmail(store.shop, undo)).toEqual({ ok: false, reason: "corrected" });
  expect((await detail(orderId)).address.customer_email).toBe(email);
});

test("[UN-4] after shipping the link works until a day has passed", async () => {
  const { orderId, undo } = await stolen();
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "" } as const;
  await fulfillOrder(store.shop, { orderId, actor: OWNER, step });
  store.clock.advance(UNDO_HOURS_MIN * HOUR_MS - 1);
  expect(await findEmailUndo(store.shop, undo)).toMatchObject({ ok: true });
  store.clock.advance(1);
  expect(await undoEmail(store.shop, undo)).toEqual({ ok: false, reason: "too_late" });
  expect((await detail(orderId)).address.customer_email).toBe(THIEF);
});
