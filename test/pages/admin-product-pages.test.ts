// The product pages of the back office by real requests: what they cost the database, and an import as two
// plain form posts.
import { randomUUID } from "node:crypto";
import pg from "pg";
import sharp from "sharp";
import { beforeAll, expect, test, vi } from "vitest";
import { newProductForm } from "#domain/product/form/product-form-schema.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { signInOwner } from "./owner-session.ts";
import { createPageHandler, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let pages: PageHandler;
let cookie: string;
const ids: string[] = [];

beforeAll(async () => {
  for (let count = 0; count < 60; count += 1) {
    const product = { name: `Cap ${count}`, stock: { S: count, M: 3 }, status: "draft" as const };
    ids.push(await addProduct(store.shop, product));
  }
  pages = await createPageHandler(store.shop, (route) => /^\/admin(\/|$)/.test(route.pattern));
  cookie = await signInOwner(store.shop);
  // The alerts in every page's frame are cached for a few seconds (src/server/operations/alerts).
  await ask("/admin/products");
});

const ask = (path: string, form?: Record<string, string>) =>
  pages(
    new Request(`${ORIGIN}${path}`, {
      headers: { Cookie: cookie, Origin: ORIGIN, Host: new URL(ORIGIN).host },
      ...(form && { method: "POST", body: formOf(form) }),
    }),
  );

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** How many statements the work takes, including those of the session. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

test.each([
  ["the list", () => "/admin/products"],
  ["a search in it", () => "/admin/products?q=cap&sort=stock-low&tab=draft"],
  ["a new product's form", () => "/admin/products/new"],
  ["a product's form", () => `/admin/products/edit/${ids[0]}`],
  ["the import", () => "/admin/products/import"],
])("[AP-1] [PF-1] %s takes at most 6 statements, however many products there are", async (_, path) => {
  let status = 0;
  const statements = await statementsOf(async () => {
    status = (await ask(path())).status;
  });
  expect(status).toBe(200);
  expect(statements).toBeGreaterThan(0);
  expect(statements).toBeLessThanOrEqual(6);
});

test("[DB-3] the product export is a file, and two form posts import it again", async () => {
  const answer = await ask("/admin/products/export.csv");
  expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment; filename="products-.*\.csv"$/);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  const csv = await answer.text();
  // Sixty products with two rows each, one per option.
  expect(csv.split("\r\n")).toHaveLength(122);

  const text = csv.replace(/,Cap 7,/, ",Renamed Cap,");
  expect((await ask("/admin/products/import", { intent: "check", text })).status).toBe(200);
  const kept = await store.shop.db.selectFrom("product_imports").select("id").executeTakeFirstOrThrow();
  const press = () => ask("/admin/products/import", { intent: "import", id: kept.id });
  expect((await press()).status).toBe(200);
  const name = await store.shop.db.selectFrom("products").select("name").where("id", "=", ids[7]!).execute();
  expect(name).toEqual([{ name: "Renamed Cap" }]);
  expect((await press()).status).toBe(409);
});

const upload = (bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  pages(
    new Request(`${ORIGIN}/admin/products/images`, {
      method: "POST",
      headers: { Cookie: cookie, Origin: ORIGIN, Host: new URL(ORIGIN).host, ...headers },
      body: bytes,
    }),
  );

test("[PF-3] [FN-6] an uploaded picture is stored, and a file that is not a picture is refused, whatever its name", async () => {
  const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: "green" } })
    .jpeg()
    .toBuffer();
  const stored = await upload(new Uint8Array(picture));
  expect(stored.status).toBe(200);
  expect(await stored.json()).toEqual({
    ok: true,
    url: expect.stringMatching(/^\/storage\/product-images\/[0-9a-f]{32}_\d+\.webp$/),
  });
  for (const text of ["<svg xmlns='http://www.w3.org/2000/svg'/>", "<!doctype html><script></script>"]) {
    const answer = await upload(new TextEncoder().encode(text), { "Content-Type": "image/jpeg" });
    expect([answer.status, await answer.json()]).toEqual([415, { ok: false, reason: "not_an_image" }]);
  }
  expect((await upload(new Uint8Array(3 * 1024 * 1024))).status).toBe(413);
  expect((await ask("/admin/products/images")).status).toBe(404);
});

test("[PF-1] a form makes one product however often it is sent", async () => {
  const path = "/admin/products/new.data";
  const formId: string = randomUUID();
  const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: "green" } })
    .png()
    .toBuffer();
  const pictured = async () => {
    const { url } = await (await upload(new Uint8Array(picture))).json();
    return JSON.stringify([{ url, alt: "" }]);
  };
  const send = (price: string, images: string, id = formId) =>
    ask(path, {
      ...{ intent: "save", formId: id, name: "One Cap", category: "HATS", price, quantity: "4", images },
      description: "Made once, whatever is sent.",
    });
  const images = await pictured();
  expect((await send("0", images)).status).toBe(422);
  expect(await (await send("30", images)).text()).toContain(`/admin/products/edit/${formId}`);
  const again = await send("31", images);
  const text = await again.text();
  expect(again.status).toBe(409);
  expect(text).toContain("this form has created “One Cap” already, without what you changed since");
  // What is typed is not lost: now it would be another product.
  const next = /"nextId","([0-9a-f-]{36})"/.exec(text)?.[1] ?? "";
  expect(await (await send("31", await pictured(), next)).text()).toContain(`/admin/products/edit/${next}`);
});

test("the product import refuses a file with a mistake, a missing file, and one that is too large, each with its own message", async () => {
  const check = async (text: string) =>
    (await ask("/admin/products/import", { intent: "check", text })).status;
  expect(await check(`ID,Title\n${ids[0]},x\n`)).toBe(422);
  expect(await check("  ")).toBe(422);
  expect(await check("x".repeat(17 * 1024 * 1024))).toBe(413);
  expect((await ask("/admin/products/import", { intent: "import", id: "x" })).status).toBe(409);
});

test("[PF-6] a form that was opened before another tab saved is told what is stored, and keeps what was sent", async () => {
  const path = `/admin/products/edit/${ids[0]}.data`;
  const base = JSON.stringify({ ...newProductForm("HATS"), name: "Cap as it was opened" });
  const outdated = await ask(path, { intent: "save", name: "Cap of mine", base });
  const body = await outdated.text();
  expect(outdated.status).toBe(409);
  for (const name of ["Cap 0", "Cap of mine"]) expect(body).toContain(name);
  const wrong = await ask(path, { intent: "save", name: "C" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("Name must be at least 2 characters long");
});
