import { expect, test } from "vitest";
import type { Cart } from "#domain/cart/cart.ts";
import { pat as shipping } from "#test/sales/people.ts";
import {
  COMPLETED_REMEMBERED_MS,
  checkoutFor,
  fingerprintOf,
  inPhase,
  isAbout,
  OPEN_REMEMBERED_MS,
  parseOpenCheckout,
  withoutPurchased,
} from "./open-checkout.ts";

const product = { name: "Rope Cap", image: null, price: 3000, salePrice: null, available: 9 };
const cap = { product: { ...product, id: "cap" }, quantity: 2, selectedOption: null };
const polo = { product: { ...product, id: "polo" }, quantity: 1, selectedOption: "M" };
const cart: Cart = { lines: [cap, polo] };

const content = { cart, shipping, total: 9599 };

function counter() {
  let made = 0;
  return { newId: () => `id-${++made}`, now: 1_000 };
}

test("the same cart, address and total check out with the same key", () => {
  const made = counter();
  const first = checkoutFor(null, content, made);
  expect(checkoutFor(first, structuredClone(content), made)).toBe(first);
  expect(checkoutFor(inPhase(first, "paying", 2_000), content, made).idempotencyKey).toBe(
    first.idempotencyKey,
  );
});

test("lines in another order are the same checkout", () => {
  const turned = { ...content, cart: { lines: [polo, cap] } };
  expect(fingerprintOf(turned)).toBe(fingerprintOf(content));
  const record = checkoutFor(null, content, counter());
  expect(isAbout(record, turned.cart)).toBe(true);
  expect(isAbout(record, { lines: [cap] })).toBe(false);
  expect(isAbout(record, { lines: [{ ...polo, selectedOption: "L" }, cap] })).toBe(false);
});

test.each([
  ["quantity", { ...content, cart: { lines: [{ ...cap, quantity: 3 }, polo] } }],
  ["option", { ...content, cart: { lines: [cap, { ...polo, selectedOption: "L" }] } }],
  ["removed line", { ...content, cart: { lines: [cap] } }],
  ["address", { ...content, shipping: { ...shipping, address1: "2 Fairway Lane" } }],
  ["email", { ...content, shipping: { ...shipping, email: "sam@example.com" } }],
  ["total", { ...content, total: 9600 }],
  ["way to pay", { ...content, byWallet: true as const }],
])("another %s is a new checkout that replaces the first", (_what, changed) => {
  const made = counter();
  const first = checkoutFor(null, content, made);
  const second = checkoutFor(first, changed, made);
  expect(second.idempotencyKey).not.toBe(first.idempotencyKey);
  expect(second.orderId).not.toBe(first.orderId);
  expect(second.supersedes).toBe(first.orderId);
  expect(checkoutFor(second, changed, made).supersedes).toBe(first.orderId);
});

test("a checkout whose hold ran out is renewed and replaced", () => {
  const made = counter();
  const first = checkoutFor(null, content, made);
  const second = checkoutFor(first, content, { ...made, renew: true });
  expect(second.orderId).not.toBe(first.orderId);
  expect(second.supersedes).toBe(first.orderId);
});

test("the same things can be bought again after a completed checkout", () => {
  const made = counter();
  const bought = inPhase(checkoutFor(null, content, made), "completed", 2_000);
  const again = checkoutFor(bought, content, made);
  expect(again.orderId).not.toBe(bought.orderId);
  expect(again.supersedes).toBeNull();
});

test("the record that is stored holds no address and no secret", () => {
  const text = JSON.stringify(checkoutFor(null, content, counter()));
  for (const secret of ["Pat", "example.com", "Fairway", "85001", "secret"])
    expect(text).not.toContain(secret);
});

test("a stored record comes back whole", () => {
  const record = checkoutFor(null, content, counter());
  expect(parseOpenCheckout(JSON.parse(JSON.stringify(record)), 2_000)).toEqual(record);
});

test("broken or foreign storage is no record", () => {
  const record = checkoutFor(null, content, counter());
  const broken = [
    null,
    7,
    "x",
    [],
    {},
    { ...record, phase: "?" },
    { ...record, lines: [{}] },
    { ...record, at: "1" },
  ];
  for (const stored of broken) expect(parseOpenCheckout(stored, 2_000)).toBeNull();
});

test("a record is forgotten after its time", () => {
  const record = checkoutFor(null, content, counter());
  expect(parseOpenCheckout(record, record.at + OPEN_REMEMBERED_MS)).not.toBeNull();
  expect(parseOpenCheckout(record, record.at + OPEN_REMEMBERED_MS + 1)).toBeNull();
  const completed = inPhase(record, "completed", 5_000);
  expect(parseOpenCheckout(completed, 5_000 + COMPLETED_REMEMBERED_MS)).not.toBeNull();
  expect(parseOpenCheckout(completed, 5_000 + COMPLETED_REMEMBERED_MS + 1)).toBeNull();
});

test("paying empties the cart of what was paid and leaves what was added later", () => {
  const { lines } = checkoutFor(null, content, counter());
  expect(withoutPurchased(cart, lines)).toEqual({ lines: [] });
  const later: Cart = {
    lines: [
      { ...cap, quantity: 3 },
      { ...polo, selectedOption: "L" },
    ],
  };
  expect(withoutPurchased(later, lines)).toEqual({
    lines: [
      { ...cap, quantity: 1 },
      { ...polo, selectedOption: "L" },
    ],
  });
});
