// The form for returns and exchanges on an order's page, as a browser without scripts uses it.
import { beforeAll, expect, test } from "vitest";
import { deliverOrder, returnForm, returnsOf } from "#test/sales/returns.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { createPageHandler, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let pages: PageHandler;
beforeAll(async () => {
  pages = await createPageHandler(store.shop, ({ pattern }) => pattern.startsWith("/orders"));
});

function post(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { Origin: ORIGIN },
) {
  const body = new URLSearchParams(fields);
  const request = { method: "POST", headers: { Host: "localhost:3000", ...headers }, body };
  return pages(new Request(`${ORIGIN}${path}`, request));
}

test("[RF-7] a plain form requests an exchange; a refused one keeps what was typed and stores nothing", async () => {
  const order = await deliverOrder(store);
  const path = `/orders/${order.token}`;
  const wanted = `wanted-${order.polos}`;
  const typed = { intent: "return", ...returnForm({ [order.polos]: 1 }, { note: "A bit tight" }) };
  const refused = await post(path, { ...typed, [wanted]: "for XL" });
  expect(refused.status).toBe(422);
  expect(refused.headers.get("Cache-Control")).toContain("no-store");
  expect(refused.headers.get("Referrer-Policy")).toBe("same-origin");
  expect((await post(path, { ...typed, reason: "" })).status).toBe(422);
  expect((await post(`/orders/${"x".repeat(43)}`, typed)).status).toBe(404);
  expect(await returnsOf(store, order)).toEqual([]);
  expect((await post(path, { ...typed, [wanted]: "for L" })).status).toBe(200);
  const [request] = await returnsOf(store, order);
  expect(request).toMatchObject({
    wish: "exchange",
    note: "A bit tight",
    lines: [{ wanted: "L", quantity: 1 }],
  });
  expect((await post(path, { intent: "take-back", returnId: request?.id ?? "" })).status).toBe(200);
  expect((await post(path, { intent: "take-back", returnId: request?.id ?? "" })).status).toBe(409);
  expect(await returnsOf(store, order)).toMatchObject([{ state: "closed" }]);
});
