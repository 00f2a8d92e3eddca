// The statements of a whole page of the back office: the guard's session, the store's settings and profile, and the
// page's own data. The budget is six, however many orders there are.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendContactMessage } from "#server/inbox/messages/send-contact-message.ts";
import { type Recording, recordStatements } from "#test/database/statements.ts";
import { sell } from "#test/sales/sales.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { signInOwner } from "./owner-session.ts";
import { createPageHandler, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";
const QUERIES_MAX = 6;

let store: TestShop;
let pages: PageHandler;
let cookie: string;
let orderId: string;
let messageId: string;
let recording: Recording;

beforeAll(async () => {
  store = await createTestShop({ env: { PUBLIC_URL: ORIGIN } });
  cookie = await signInOwner(store.shop);
  for (let index = 0; index < 8; index += 1) ({ orderId } = await sell(store));
  const message = { name: "Pat", email: "pat@example.com", subject: "Size", message: "Which?" };
  await sendContactMessage(store.shop, { ...message, honeypot: "", ip: "192.0.2.1" });
  const written = await store.shop.db.selectFrom("contact_messages").select("id").executeTakeFirstOrThrow();
  messageId = written.id;
  pages = await createPageHandler(store.shop, () => true);
  recording = recordStatements(store.shop.pool);
});
afterAll(async () => {
  recording.stop();
  await store.close();
});

test.each([
  ["AD-1", () => "/admin/dashboard"],
  ["AD-4", () => "/admin/dashboard?days=90"],
  ["AO-1", () => "/admin/orders"],
  ["AO-3", () => "/admin/orders?tab=paid&q=pat"],
  ["OD-1", () => `/admin/orders/${orderId}`],
  ["OD-2", () => `/admin/orders/slips?id=${orderId}`],
  ["AO-1", () => `/admin/orders/bulk?step=shipped&id=${orderId}`],
  ["EA-1", () => "/admin/search?q=pat"],
  ["PE-1", () => `/admin/messages/${messageId}`],
  ["PE-1", () => "/admin/messages/answers"],
  ["PE-2", () => "/admin/customers?q=pat"],
  ["PE-2", () => `/admin/customers/${orderId}`],
  ["PE-2", () => `/admin/customers/${orderId}/forget`],
  ["PE-2", () => "/admin/privacy"],
  ["KN-2", () => "/admin/reports"],
  ["KN-2", () => "/admin/reports?by=option&period=last-year"],
  ["AD-4", () => "/admin/messages"],
  ["KN-4", () => "/admin/money"],
  ["KN-4", () => "/admin/money?from=2020-01-15&to=2026-06-01"],
  ["RF-7", () => "/admin/returns"],
  ["EA-2", () => "/admin/packing"],
  ["EA-2", () => "/admin/packing/tracking"],
  ["DC-1", () => "/admin/discounts"],
  ["DC-1", () => "/admin/discounts/new"],
  ["AD-4", () => "/admin/mails"],
  ["CH-7", () => "/admin/reviews"],
  ["AP-1", () => "/admin/products"],
  ["KN-1", () => "/admin/inventory"],
  ["KN-1", () => "/admin/inventory?show=low"],
  ["EA-4", () => "/admin/start"],
  ["EA-4", () => "/admin/start/rehearsals"],
  ["KN-5", () => "/admin/doctor"],
  ["KN-6", () => "/admin/backups"],
  ["ST-1", () => "/admin/settings"],
])("[%s] a page costs at most six statements (%s)", async (_id, path) => {
  const request = () => new Request(`${ORIGIN}${path()}`, { headers: { Cookie: cookie } });
  await pages(request());
  const { asked } = recording;
  asked.length = 0;
  const answer = await pages(request());
  expect(answer.status).toBe(200);
  expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(QUERIES_MAX);
  expect(asked.length).toBeGreaterThanOrEqual(2);
});
