// What the real process refuses, over real HTTP and at its start: each refusal has the right status and
// reason, and loses nothing. The limits of a single rule are tested beside its code; this file proves that
// the whole shop answers that way.

import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "#test/postgres.ts";
import { productIdOf } from "./place-order.ts";
import { copySampleShop, type RunningShop, startInVain, startShop } from "./shop-process.ts";

const FLAT_RATE = 599;
const SCARCE_CAP = { name: "Tree Line Rope Cap", inStock: 3 };
const PLENTIFUL_CAP = "Night Putt Rope Cap";

let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(async () => {
  await shop?.stop();
});

const shipping = {
  name: "Pat Example",
  email: "pat@example.com",
  address1: "18 Fairway Drive",
  city: "Phoenix",
  state: "AZ",
  postalCode: "85001",
};

type Answer = {
  status: number;
  body: Record<string, unknown>;
  error: { code: string; message: string; details: Record<string, unknown> };
};

async function call(name: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(`${shop.url}/functions/v1/${name}`, init);
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, error: body.error as Answer["error"] };
}

function post(name: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return call(name, {
    method: "POST",
    body: text,
    headers: { "content-type": "application/json", ...headers },
  });
}

function checkout(
  wanted: { productId: string; quantity: number; amount: number },
  changes: Record<string, unknown> = {},
): Promise<Answer> {
  return post("create-payment-intent", {
    amount: wanted.amount,
    currency: "usd",
    idempotency_key: randomUUID(),
    order_id: randomUUID(),
    cart_items: [{ product_id: wanted.productId, quantity: wanted.quantity, selectedOption: null }],
    shipping_details: shipping,
    ...changes,
  });
}

type Fresh = { available: number; price: number; salePrice: number | null; exists: boolean };

async function today(productId: string): Promise<Fresh> {
  const { body } = await post("refresh-cart", { items: [{ product_id: productId, selectedOption: null }] });
  return (body.lines as Fresh[])[0]!;
}

describe("a checkout is refused, and nothing is held or lost", () => {
  test("[PY-7] when it names a product that does not exist", async () => {
    const productId = randomUUID();
    const { status, error } = await checkout({ productId, quantity: 1, amount: 2800 + FLAT_RATE });
    expect([status, error.code]).toEqual([409, "unknown_product"]);
    expect(JSON.stringify(error.details)).toContain(productId);
  });

  test("[PY-7] when the price has changed since the shopper saw it; the right total comes back and then pays", async () => {
    const productId = await productIdOf(shop, PLENTIFUL_CAP);
    const before = await today(productId);
    const refused = await checkout({ productId, quantity: 2, amount: 1 });
    expect([refused.status, refused.error.code]).toEqual([409, "total_changed"]);
    const totals = refused.error.details.totals as { subtotal: number; total: number };
    expect(totals.subtotal).toBe(2 * (before.salePrice ?? before.price));
    expect(totals.total).toBe(totals.subtotal + FLAT_RATE);
    expect((await today(productId)).available).toBe(before.available);

    const started = await checkout({ productId, quantity: 2, amount: totals.total });
    expect(started.status).toBe(200);
    expect(started.body.paymentIntentId).toMatch(/^pi_/);
    expect((await today(productId)).available).toBe(before.available - 2);
  });

  test("[PY-8] when there is less in stock than wanted", async () => {
    const productId = await productIdOf(shop, SCARCE_CAP.name);
    const { price, salePrice } = await today(productId);
    const quantity = SCARCE_CAP.inStock + 1;
    const amount = quantity * (salePrice ?? price) + FLAT_RATE;
    const { status, error } = await checkout({ productId, quantity, amount });
    expect([status, error.code]).toEqual([409, "out_of_stock"]);
    expect(error.details.lines).toMatchObject([{ productId, available: SCARCE_CAP.inStock }]);
    expect((await today(productId)).available).toBe(SCARCE_CAP.inStock);
  });

  test("[CK-3] when the address can't go on a parcel", async () => {
    const wanted = {
      productId: await productIdOf(shop, PLENTIFUL_CAP),
      quantity: 1,
      amount: 2800 + FLAT_RATE,
    };
    const { status, error } = await checkout(wanted, {
      shipping_details: { ...shipping, email: "pat", postalCode: "1" },
    });
    expect([status, error.code]).toEqual([422, "invalid_shipping"]);
    expect(error.details.errors).toMatchObject({
      email: "Invalid email address",
      postalCode: "Postal code must be at least 5 characters",
    });
  });

  test.each([
    ["no JSON at all", "amount=5"],
    ["an empty body", ""],
    ["half of a JSON text", '{"amount": 339'],
    ["a JSON text that is no object", "[]"],
    ["nothing that it needs", "{}"],
  ])("when the body is malformed: %s", async (_, body) => {
    const { status, error } = await post("create-payment-intent", body);
    expect([status, error.code]).toEqual([400, "malformed"]);
    expect(error.message).not.toBe("");
  });

  test("when a quantity is negative, a fraction or text", async () => {
    const productId = await productIdOf(shop, PLENTIFUL_CAP);
    for (const quantity of [-1, 0, 1.5, "2"]) {
      const cart = [{ product_id: productId, quantity, selectedOption: null }];
      const { status, error } = await checkout(
        { productId, quantity: 1, amount: 3399 },
        { cart_items: cart },
      );
      expect([quantity, status, error.code]).toEqual([quantity, 400, "malformed"]);
    }
  });

  test("when the body is too large, the method is wrong or another site asks", async () => {
    const large = await post("refresh-cart", JSON.stringify({ items: [], filler: "x".repeat(200_000) }));
    expect(large.status).toBe(413);
    expect((await call("refresh-cart", { method: "GET" })).status).toBe(405);
    expect((await post("refresh-cart", { items: [] }, { origin: "https://elsewhere.example" })).status).toBe(
      403,
    );
    expect((await post("refresh-cart", { items: [] }, { origin: shop.url })).status).toBe(200);
  });
});

describe("a start is refused with the reason", () => {
  test("when the port is taken: it says which and how to choose another", async () => {
    const dataDir = await copySampleShop();
    const { code, output } = await startInVain({ dataDir, port: shop.port });
    await rm(dataDir, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(output).toContain(`${shop.port}`);
    expect(output).toMatch(/PORT=\d+ npm start/);
    expect(output).not.toMatch(/^\s+at /m);
  });

  test("when another process has the data folder", async () => {
    const { code, output } = await startInVain({ dataDir: shop.dataDir });
    expect(code).toBe(1);
    expect(output).toContain(shop.dataDir);
    expect(output).toMatch(/in use/i);
    expect(output).toContain("DATA_DIR=");
    expect(output).not.toMatch(/^\s+at /m);
  });

  test("when the database at DATABASE_URL does not answer", async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "shop-data-"));
    const databaseUrl = `postgres://shop:secret-word@127.0.0.1:${await freePort()}/shop`;
    const { code, output, seconds } = await startInVain({ dataDir, databaseUrl });
    await rm(dataDir, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(output).toContain("DATABASE_URL");
    expect(output).toContain("ECONNREFUSED");
    expect(output).not.toContain("secret-word");
    expect(output).not.toMatch(/^\s+at /m);
    expect(seconds).toBeLessThan(30);
  });

  test("when settings are wrong: all of them are named at once", async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "shop-data-"));
    const env = { PORT: "many", STRIPE_SECRET_KEY: "sk_test_1", WEB_PROCESSES: "2" };
    const { code, output } = await startInVain({ dataDir, env });
    await rm(dataDir, { recursive: true, force: true });
    expect(code).toBe(1);
    for (const name of ["PORT", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET", "WEB_PROCESSES"]) {
      expect(output).toContain(name);
    }
  });

  test("and the running shop has not noticed", async () => {
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    expect((await today(await productIdOf(shop, SCARCE_CAP.name))).available).toBe(SCARCE_CAP.inStock);
  });
});

test("a shop that lost its power starts again on the same folder, and one that is asked to stop ends with code 0", async () => {
  const dataDir = await copySampleShop();
  const first = await startShop({ dataDir });
  await first.kill();
  const second = await startShop({ dataDir });
  expect((await fetch(`${second.url}/shop`)).status).toBe(200);
  expect(await second.stop()).toBe(0);
  await rm(dataDir, { recursive: true, force: true });
});
