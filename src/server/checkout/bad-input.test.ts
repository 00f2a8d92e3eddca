// Any input from strangers gets the right refusal and changes not a single row.

import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { signWebhook } from "#sandbox/webhooks.ts";
import { pat } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { functionRoutes } from "../http/functions/function-routes.ts";
import { webhookRoutes } from "../http/webhooks.ts";

const WEBHOOK_SECRET = "whsec_testtesttesttesttest";
const MEGABYTE = 1024 * 1024;

const store = sharedShop();
let cap: string;
let sale: Awaited<ReturnType<typeof sell>>;

beforeAll(async () => {
  cap = await addProduct(store.shop, { stock: { "": 5 } });
  sale = await sell(store);
});

/** Everything that a request could change, as one text. */
async function books(): Promise<string> {
  const tables = [
    "checkouts",
    "orders",
    "inventory",
    "payment_operations",
    "payment_events",
    "payment_alerts",
  ];
  const more = ["outbox", "order_events", "stock_movements", "refunds", "disputes"];
  const contents = await Promise.all(
    [...tables, ...more].map(async (table) => {
      const { rows } = await sql<{ all: string }>`
        select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]')::text as all from ${sql.table(table)} t`.execute(
        store.shop.db,
      );
      return rows[0]?.all;
    }),
  );
  const payments = store.sandbox.controls.payments().map(({ id, status }) => [id, status]);
  return JSON.stringify([contents, payments]);
}

async function unchanged<T>(work: () => Promise<T>): Promise<T> {
  const before = await books();
  const answer = await work();
  expect(await books()).toBe(before);
  return answer;
}

const seconds = () => Math.floor(store.clock.now() / 1000);
const eventOf = (object: Record<string, unknown>, id: string, type = "payment_intent.succeeded") =>
  JSON.stringify({ id, object: "event", type, created: seconds(), data: { object } });

async function webhook(body: BodyInit, signature: string): Promise<{ status: number; code?: string }> {
  const answer = await webhookRoutes(store.shop).request("/stripe", {
    method: "POST",
    headers: { "stripe-signature": signature },
    body,
  });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, ...(error ? { code: error.code } : {}) };
}

describe("[FN-5] an untrusted webhook changes nothing", () => {
  const genuine = () =>
    eventOf({ id: sale.paymentIntentId, object: "payment_intent", status: "succeeded" }, "evt_genuine");
  const badSignature = { status: 400, code: "bad_signature" };

  test.each([
    ["forged with another secret", () => signWebhook(genuine(), "whsec_somebodyelses", seconds())],
    ["without a signature", () => ""],
    ["with a signature that is none", () => "t=now,v1=zz"],
    ["signed without a time", () => signWebhook(genuine(), WEBHOOK_SECRET, seconds()).replace(/^t=\d+,/, "")],
    ["replayed after five minutes", () => signWebhook(genuine(), WEBHOOK_SECRET, seconds() - 301)],
    ["dated in the future", () => signWebhook(genuine(), WEBHOOK_SECRET, seconds() + 301)],
    ["with another event's signature", () => signWebhook("{}", WEBHOOK_SECRET, seconds())],
  ])("%s", async (_, signature) => {
    expect(await unchanged(() => webhook(genuine(), signature()))).toEqual(badSignature);
  });

  test.each(["", "no json", "[]", "7", "null", '{"id":', "{}", '{"id":7,"type":"x","data":null}'])(
    "signed, but not an event: %j",
    async (body) => {
      const signature = signWebhook(body, WEBHOOK_SECRET, seconds());
      expect(await unchanged(() => webhook(body, signature))).toEqual(badSignature);
    },
  );

  test.each([
    ["an id with a NUL", () => eventOf({}, "evt_\0")],
    ["half of a surrogate pair as an id", () => eventOf({}, "evt_\ud800")],
    ["an id too long for an index", () => eventOf({}, `evt_${"x".repeat(10_000)}`)],
    ["a NUL in its type", () => eventOf({}, "evt_1", "charge.\0")],
    ["a number as an id", () => '{"id":7,"type":"x","data":{"object":{}}}'],
    ["an object named with a NUL", () => eventOf({ id: "ch_\0" }, "evt_1")],
  ])("[TR-12] signed, but impossible to store: %s. No retry is requested", async (_, event) => {
    const body = event();
    const signature = signWebhook(body, WEBHOOK_SECRET, seconds());
    expect(await unchanged(() => webhook(body, signature))).toEqual({ status: 400, code: "malformed" });
  });

  test("a webhook larger than any event is refused", async () => {
    const body = `{"padding":"${"x".repeat(MEGABYTE)}"}`;
    const signature = signWebhook(body, WEBHOOK_SECRET, seconds());
    expect(await unchanged(() => webhook(body, signature))).toEqual({ status: 413, code: "too_large" });
  });

  test("a webhook with any method other than POST is refused", async () => {
    const answer = await unchanged(async () => webhookRoutes(store.shop).request("/stripe"));
    expect(answer.status).toBe(405);
  });

  test("a webhook of any bytes and any signature changes nothing", async () => {
    await unchanged(() =>
      fc.assert(
        fc.asyncProperty(fc.string(), fc.string({ unit: "binary-ascii" }), async (body, noise) => {
          const printable = noise.replace(/[^\x20-\x7e]/g, "");
          const signature = `t=${seconds()},v1=${printable}`;
          expect((await webhook(body, signature)).status).toBe(400);
        }),
        { numRuns: 50 },
      ),
    );
  });
});

describe("[FN-5] a true event about a payment that is not the shop's", () => {
  test.each([
    ["that the provider does not know", { id: "pi_ofSomebodyElse000000000", object: "payment_intent" }],
    ["whose id is invalid", { id: "../../v1/refunds", object: "payment_intent" }],
    ["without an id", { object: "payment_intent" }],
  ])("%s: it is stored, and makes no order", async (name, object) => {
    const orders = () => store.shop.db.selectFrom("orders").select(["id", "status"]).execute();
    const before = await orders();
    const body = eventOf(object, `evt_${name.replaceAll(" ", "_")}`);
    expect((await webhook(body, signWebhook(body, WEBHOOK_SECRET, seconds()))).status).toBe(200);
    expect(await orders()).toEqual(before);
    const { due } = await store.shop.db
      .selectFrom("payment_events")
      .select((eb) => eb.fn.countAll<string>().as("due"))
      .where("done_at", "is", null)
      .executeTakeFirstOrThrow();
    expect(Number(due)).toBe(0);
  });
});

async function call(name: string, body: unknown): Promise<{ status: number; code?: string }> {
  const answer = await functionRoutes(store.shop).request(`/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, ...(error ? { code: error.code } : {}) };
}

const right = () => ({
  amount: 3799,
  currency: "usd",
  idempotency_key: "key-of-a-stranger",
  order_id: countedUuid(77),
  cart_items: [{ product_id: cap, quantity: 1, selectedOption: null as unknown }],
  shipping_details: pat,
});

describe("[FN-1] a checkout of wrong values is refused and changes nothing", () => {
  const isQuantity = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.integer(),
    fc.double(),
    fc.constantFrom(Number.MAX_SAFE_INTEGER, -1, 0, 0.5, 1e21, "1", "3799", true, [1], { valueOf: 1 }),
  );
  const refused = async (name: string, body: unknown) => {
    const { status } = await call(name, body);
    expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
    expect(status, JSON.stringify(body)).toBeLessThan(500);
  };
  const places: Record<string, { isFine: (value: unknown) => boolean; put: (value: unknown) => unknown }> = {
    // A different total is wrong as well, since no shopper has seen it.
    amount: { isFine: (value) => value === 3799, put: (amount) => ({ ...right(), amount }) },
    quantity: {
      isFine: isQuantity,
      put: (quantity) => ({ ...right(), cart_items: [{ product_id: cap, quantity }] }),
    },
    "product id": {
      isFine: () => false,
      put: (product_id) => ({ ...right(), cart_items: [{ product_id, quantity: 1 }] }),
    },
    option: {
      isFine: (value) => value === null || value === undefined || value === "",
      put: (selectedOption) => ({
        ...right(),
        cart_items: [{ product_id: cap, quantity: 1, selectedOption }],
      }),
    },
    "order id": { isFine: (value) => value === null, put: (order_id) => ({ ...right(), order_id }) },
    "idempotency key": {
      isFine: (value) => typeof value === "string" && value.length >= 8,
      put: (idempotency_key) => ({ ...right(), idempotency_key }),
    },
    currency: { isFine: (value) => value === "usd", put: (currency) => ({ ...right(), currency }) },
    "replaced order": {
      isFine: (value) => value === null,
      put: (supersedes) => ({ ...right(), supersedes }),
    },
    "way to pay": {
      isFine: (value) => typeof value === "boolean",
      put: (by_wallet) => ({ ...right(), by_wallet }),
    },
    items: { isFine: () => false, put: (cart_items) => ({ ...right(), cart_items }) },
    address: { isFine: () => false, put: (shipping_details) => ({ ...right(), shipping_details }) },
    "whole body": { isFine: () => false, put: (body) => body },
  };

  test.each(Object.keys(places))("%s of every type", async (place) => {
    const { isFine, put } = places[place]!;
    await unchanged(() =>
      fc.assert(
        fc.asyncProperty(
          // What JSON can't carry arrives changed: an infinity as null, undefined as missing.
          anything
            .map((value) => JSON.parse(JSON.stringify(value ?? null)) as unknown)
            .filter((v) => !isFine(v)),
          fc.constantFrom("create-payment-intent", "create-checkout-session"),
          async (value, name) => refused(name, put(value)),
        ),
        { numRuns: 40 },
      ),
    );
  });

  test("an oversized checkout is refused: too many lines, units, or bytes, or no JSON at all", async () => {
    const lines = Array.from({ length: 500 }, (_, index) => ({
      product_id: countedUuid(index),
      quantity: 1,
    }));
    await unchanged(async () => {
      await refused("create-payment-intent", { ...right(), cart_items: lines });
      await refused("create-payment-intent", {
        ...right(),
        cart_items: [{ product_id: cap, quantity: 10_000 }],
      });
      expect(
        await call("create-payment-intent", { ...right(), metadata: { padding: "x".repeat(70_000) } }),
      ).toEqual({
        status: 413,
        code: "too_large",
      });
      expect(await call("create-payment-intent", "{")).toEqual({ status: 400, code: "malformed" });
    });
  });
});

describe("[FN-2] a stranger's question about payments is refused and changes nothing", () => {
  test("a question about payments with ids of every type is refused", async () => {
    await unchanged(() =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom("order_id", "payment_intent_id", "session_id"),
          fc.oneof(fc.jsonValue(), fc.constantFrom("pi_", "pi_../x", "cs_", "' or 1=1", countedUuid(5))),
          async (name, value) => {
            const { status } = await call("verify-checkout-session", { [name]: value });
            expect(status).toBeGreaterThanOrEqual(400);
            expect(status).toBeLessThan(500);
          },
        ),
        { numRuns: 40 },
      ),
    );
  });

  test("a payment that is not this shop's has no order", async () => {
    const answer = await unchanged(() =>
      call("verify-checkout-session", { payment_intent_id: "pi_ofSomebodyElse000000000" }),
    );
    expect(answer).toMatchObject({ status: 404 });
  });
});
