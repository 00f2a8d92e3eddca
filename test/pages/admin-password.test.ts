// The back office asks for the password again: real requests, with a session whose password was entered a while ago.
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderStamp } from "#domain/order/fulfillment.ts";
import { settingsFormOf } from "#domain/settings/settings-form.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { OWNER_PASSWORD, pat } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { signInOwner } from "./owner-session.ts";
import { createPageHandler, listRoutes, loadRoute, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";
const STALE_MS = 15 * 60_000 + 1;

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let pages: PageHandler;
let cookie: string;
let orderId: string;

beforeAll(async () => {
  pages = await createPageHandler(store.shop, ({ pattern }) => /^\/admin(\/|$)/.test(pattern));
  ({ orderId } = await sell(store));
});
beforeEach(async () => {
  cookie = await signInOwner(store.shop);
  store.clock.advance(STALE_MS);
});

async function post(path: string, fields: Record<string, string>) {
  const headers = { Origin: ORIGIN, Host: new URL(ORIGIN).host, Cookie: cookie };
  const body = new URLSearchParams(fields);
  const answer = await pages(new Request(`${ORIGIN}${path}.data`, { method: "POST", headers, body }));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const get = (path: string) => pages(new Request(`${ORIGIN}${path}`, { headers: { Cookie: cookie } }));

const asks = ({ text }: { text: string }) => /"asks","password"/.test(text);

async function refundForm() {
  const order = await findOrderDetail(store.shop, { id: orderId });
  if (!order) throw new Error("no order");
  const base = JSON.stringify({ seen: orderStamp(order) });
  return { intent: "refund", amount: "10", reason: "A stain", base };
}

const refunds = () => store.shop.db.selectFrom("refunds").select("id").execute();

describe("[TR-9] a form that needs the password", () => {
  test("asks 15 minutes after the last entry, changes nothing, and keeps everything that was typed", async () => {
    const answer = await post(`/admin/orders/${orderId}`, await refundForm());
    expect([answer.status, asks(answer)]).toEqual([403, true]);
    for (const typed of ["amount", "10", "reason", "A stain", "base"])
      expect(answer.text).toContain(`"${typed}"`);
    expect(await refunds()).toEqual([]);
  });

  test("continues once with the right password, and does not ask again for 15 minutes", async () => {
    const form = { ...(await refundForm()), refundId: countedUuid(900_000) };
    const path = `/admin/orders/${orderId}`;
    for (const wrong of ["", "not the password"]) {
      const answer = await post(path, { ...form, yourPassword: wrong });
      expect([answer.status, asks(answer)]).toEqual([403, true]);
      expect(answer.text).not.toContain("not the password");
    }
    const done = await post(path, { ...form, yourPassword: OWNER_PASSWORD });
    expect([done.status, asks(done)]).toEqual([200, false]);
    expect(await refunds()).toHaveLength(1);
    store.clock.advance(14 * 60_000);
    const again = await post(path, { ...(await refundForm()), amount: "5" });
    expect([again.status, asks(again)]).toEqual([200, false]);
    expect(await refunds()).toHaveLength(2);
  });

  test("slows guesses down, and says for how long", async () => {
    const form = { ...(await refundForm()), yourPassword: "not the password" };
    const path = `/admin/orders/${orderId}`;
    for (let count = 0; count < 10; count += 1) await post(path, form);
    const answer = await post(path, { ...form, yourPassword: OWNER_PASSWORD });
    expect([answer.status, asks(answer)]).toEqual([429, true]);
    expect(answer.text).toContain("Please try again in 30 seconds.");
  });
});

test("[TR-9] the settings ask for the password only before the address for the owner's emails changes", async () => {
  const save = async (change: Record<string, string>) => {
    const configuration = await loadConfiguration(store.shop);
    const sent = Object.entries(settingsFormOf(configuration)).flatMap(([name, value]) =>
      value === false ? [] : [[name, value === true ? "on" : value] as const],
    );
    return post("/admin/settings", { intent: "save", ...Object.fromEntries(sent), ...change });
  };
  const stored = async () => (await loadConfiguration(store.shop)).settings.businessInfo;
  const { email } = await stored();
  const moved = { email: "taken@example.com", storeName: "Pat's Putters" };
  const asked = await save(moved);
  expect([asked.status, asks(asked)]).toEqual([403, true]);
  expect(asked.text).toContain("Pat's Putters");
  const unnamed = await save({ ...moved, intent: "" });
  expect([unnamed.status, asks(unnamed)]).toEqual([403, true]);
  expect(await stored()).toMatchObject({ email });
  const done = await save({ ...moved, yourPassword: OWNER_PASSWORD });
  expect([done.status, asks(done)]).toEqual([200, false]);
  expect(await stored()).toMatchObject(moved);
  store.clock.advance(STALE_MS);
  const renamed = await save({ storeName: "Kim's Clubs" });
  expect([renamed.status, asks(renamed)]).toEqual([200, false]);
});

test("[TR-9] every marked form asks, on any page, and no other does", async () => {
  const found: string[] = [];
  const marked: string[] = [];
  const rules: unknown[] = [];
  for (const { file, pattern } of listRoutes()) {
    const { action } = pattern.startsWith("/admin") ? await loadRoute(file) : {};
    for (const intent of action?.intents ?? []) {
      rules.push(action.passwords[intent]);
      if (action.passwords[intent] === "asked") marked.push(`${pattern} ${intent}`);
      const answer = await post(pattern.replace(/:\w+/g, countedUuid(9)), { intent });
      if (asks(answer)) found.push(`${pattern} ${intent}`);
    }
  }
  expect(found).toEqual(marked);
  expect(found).toEqual([
    "/admin/orders/:id refund",
    "/admin/orders/:id cancel",
    "/admin/orders/:id email",
    "/admin/orders/:id swap",
    "/admin/orders/:id receive-return",
    "/admin/customers/:id/forget forget",
    "/admin/backups show-key",
    "/admin/password confirm",
    ...["second-factor-confirm", "sign-out-others", "sign-out-one", "session-rules"].map(
      (intent) => `/admin/settings/user ${intent}`,
    ),
  ]);
  const count = (rule: string) => rules.filter((other) => other === rule).length;
  expect(readFileSync("docs/security-proof.md", "utf8")).toContain(
    `${count("asked")} forms ask for the password, ${count("asked when serious")} more when they give much away, ${count("carried")} carry it`,
  );
});

test("[TR-9] an address in another state, large discounts, and bulk price changes ask; small ones do not", async () => {
  const order = await findOrderDetail(store.shop, { id: orderId });
  const { name, address1, address2, city, state, postalCode } = pat;
  const address = { intent: "address", name, address1, address2, city, state, postalCode, phone: "" };
  const base = JSON.stringify({ seen: order && orderStamp(order) });
  const path = `/admin/orders/${orderId}`;
  expect(asks(await post(path, { ...address, state: "NV", postalCode: "89101", base }))).toBe(true);
  expect(asks(await post(path, { ...address, address2: "Rear door", base }))).toBe(false);

  const discount = (value: string) =>
    post("/admin/discounts/new", {
      intent: "save",
      kind: "percent",
      applies: "code",
      code: `OFF${value}`,
      value,
    });
  expect(asks(await discount("50"))).toBe(true);
  expect(asks(await discount("49"))).toBe(false);
  const stored = await store.shop.db.selectFrom("discounts").select(["id", "code"]).execute();
  expect(stored.map(({ code }) => code)).toEqual(["OFF49"]);
  const [{ id = "" } = {}] = stored;
  await store.shop.db.updateTable("discounts").set({ value: 80, is_on: false }).execute();
  expect(asks(await post(`/admin/discounts/${id}`, { intent: "switch-on" }))).toBe(true);
  expect(asks(await post(`/admin/discounts/${id}`, { intent: "switch-off" }))).toBe(false);

  const bulk = (action: string, value: string) => post("/admin/products", { intent: "bulk", action, value });
  for (const [action, value] of [
    ["price-set", "5"],
    ["price-change", "-90"],
    ["sale-percent", "90"],
  ] as const)
    expect(asks(await bulk(action, value)), action).toBe(true);
  expect(asks(await bulk("stock-add", "5"))).toBe(false);
});

test("[TR-9] the packing slips of ten orders open; those of eleven ask first", async () => {
  const slips = (count: number) =>
    `/admin/orders/slips?${Array.from({ length: count }, (_, index) => `id=${countedUuid(index)}`).join("&")}`;
  expect((await get(slips(10))).status).toBe(200);
  const question = (await get(slips(11))).headers.get("Location");
  expect(question).toBe(`/admin/password?to=${encodeURIComponent(slips(11))}`);
  expect(await (await get(`${question?.replace("/password?", "/password.data?")}`)).text()).toContain(
    slips(11),
  );
});

test("[TR-9] every file behind the password downloads after the password is confirmed", async () => {
  const guarded: string[] = [];
  for (const { pattern } of listRoutes()) {
    if (!pattern.startsWith("/admin/")) continue;
    const file = pattern.replace(/:\w+/g, countedUuid(9));
    const question = (await get(file)).headers.get("Location") ?? "";
    if (!question.startsWith("/admin/password?")) continue;
    guarded.push(pattern);
    const shown = await (await get(question.replace("/admin/password", "/admin/password.data"))).text();
    expect(shown).toContain(`"to","${file}"`);
  }
  expect(guarded.sort()).toEqual([
    "/admin/backups/:id",
    "/admin/customers/:id/export",
    "/admin/orders/export",
    "/admin/packing/labels",
  ]);
});

test("[TR-9] the export of orders continues after the password, and only to its own page", async () => {
  const file = "/admin/orders/export?tab=paid";
  const question = (await get(file)).headers.get("Location") ?? "";
  expect(question).toBe(`/admin/password?to=${encodeURIComponent(file)}`);
  expect((await get(question)).status).toBe(200);
  const [path = "", query = ""] = question.split("?");
  const headers = { Origin: ORIGIN, Host: new URL(ORIGIN).host, Cookie: cookie };
  const body = new URLSearchParams({ yourPassword: OWNER_PASSWORD });
  const answer = await pages(new Request(`${ORIGIN}${path}?${query}`, { method: "POST", headers, body }));
  expect(answer.headers.get("Location")).toBe(question);
  expect((await get(file)).headers.get("Content-Type")).toContain("text/csv");
  for (const other of ["https://evil.example/", "//evil.example", "/admin/orders", "/admin/sign-out"]) {
    const shown = await (await get(`/admin/password.data?to=${encodeURIComponent(other)}`)).text();
    expect(shown).toContain('"to","/admin/orders/export"');
  }
});
