import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCheckoutRequest } from "./checkout.ts";

const cap = "0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f";
const polo = "1d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f";
const body = {
  amount: 3799,
  currency: "usd",
  customer_email: "pat@example.com",
  customer_name: "Pat Example",
  idempotency_key: "a-key-of-the-shopper",
  metadata: { origin: "https://shop.example" },
  cart_items: [{ product_id: cap, quantity: 1 }],
  shipping_details: {
    name: "Pat Example",
    email: "pat@example.com",
    address1: "1 Fairway Lane",
    city: "Phoenix",
    state: "AZ",
    postalCode: "85001",
  },
};

describe("a request to check out", () => {
  test("[FN-1] is read into products, options, quantities, address and the total that was seen", () => {
    const parsed = parseCheckoutRequest(body);
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        amountSeen: 3799,
        items: [{ productId: cap, variation: "", quantity: 1 }],
        orderId: null,
        supersedes: null,
      },
    });
  });

  test("[PY-8] [UN-3] joins doubled lines, and keeps the order of the cart", () => {
    const parsed = parseCheckoutRequest({
      ...body,
      cart_items: [
        { product_id: polo, quantity: 1, selectedOption: "M" },
        { product_id: cap, quantity: 2, selectedOption: null },
        { product_id: polo.toUpperCase(), quantity: 2, selectedOption: "M" },
      ],
    });
    expect(parsed.ok && parsed.value.items).toEqual([
      { productId: polo, variation: "M", quantity: 3 },
      { productId: cap, variation: "", quantity: 2 },
    ]);
  });

  test.each([
    ["no body", null, "malformed"],
    ["a price as text", { ...body, amount: "3799" }, "malformed"],
    ["half a cent", { ...body, amount: 37.5 }, "malformed"],
    ["another currency", { ...body, currency: "eur" }, "malformed"],
    ["no lines", { ...body, cart_items: [] }, "malformed"],
    ["a quantity of 0", { ...body, cart_items: [{ product_id: cap, quantity: 0 }] }, "malformed"],
    ["a negative quantity", { ...body, cart_items: [{ product_id: cap, quantity: -1 }] }, "malformed"],
    ["a huge quantity", { ...body, cart_items: [{ product_id: cap, quantity: 1e9 }] }, "malformed"],
    [
      "an id that is no id",
      { ...body, cart_items: [{ product_id: "1; drop table", quantity: 1 }] },
      "malformed",
    ],
    [
      "51 lines",
      { ...body, cart_items: Array.from({ length: 51 }, () => ({ product_id: cap, quantity: 1 })) },
      "malformed",
    ],
    [
      "two lines of one product that are too many together",
      { ...body, cart_items: [60, 60].map((quantity) => ({ product_id: cap, quantity })) },
      "malformed",
    ],
    ["no key", { ...body, idempotency_key: "" }, "malformed"],
    ["an address that is none", { ...body, shipping_details: {} }, "invalid_shipping"],
  ])("refuses %s", (_what, input, reason) => {
    expect(parseCheckoutRequest(input)).toMatchObject({ ok: false, reason });
  });

  test("never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (anything) => {
        parseCheckoutRequest(anything);
        parseCheckoutRequest({ ...body, cart_items: anything, shipping_details: anything });
      }),
    );
  });
});
