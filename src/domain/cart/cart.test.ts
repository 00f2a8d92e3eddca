import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addLine,
  CART_LINES_MAX,
  type Cart,
  type CartLine,
  emptyCart,
  itemCount,
  keyOf,
  LINE_QUANTITY_MAX,
  lineKey,
  parseCart,
  quantityMax,
  removeLine,
} from "./cart.ts";
import { type FreshLine, refreshCart } from "./cart-refresh.ts";
import { changeQuantity, unitPrice } from "./change-cart.ts";

const cap: CartLine = {
  product: { id: "cap", name: "Fairway Cap", image: null, price: 3200, salePrice: null, available: 5 },
  quantity: 1,
  selectedOption: null,
};
const polo = (selectedOption: string, quantity = 1): CartLine => ({
  product: { id: "polo", name: "Harbor Polo", image: null, price: 7200, salePrice: 5400, available: 3 },
  quantity,
  selectedOption,
});

const anyLine: fc.Arbitrary<CartLine> = fc.record({
  product: fc.record({
    id: fc.constantFrom("a", "b", "c"),
    name: fc.constant("Cap"),
    image: fc.constantFrom(null, "/a.webp"),
    price: fc.integer({ min: 1, max: 10_000 }),
    salePrice: fc.option(fc.integer({ min: 1, max: 10_000 })),
    available: fc.integer({ min: 1, max: 200 }),
  }),
  quantity: fc.integer({ min: 1, max: 200 }),
  selectedOption: fc.constantFrom(null, "S", "M"),
});
const anyCart = fc.array(anyLine, { maxLength: 12 }).map((lines) => lines.reduce(addLine, emptyCart));

function expectSound(cart: Cart): void {
  const keys = cart.lines.map(keyOf);
  expect(new Set(keys).size).toBe(keys.length);
  expect(cart.lines.length).toBeLessThanOrEqual(CART_LINES_MAX);
  for (const line of cart.lines) {
    expect(line.quantity).toBeGreaterThanOrEqual(1);
    expect(line.quantity).toBeLessThanOrEqual(quantityMax(line));
  }
}

describe("the cart", () => {
  test("[CA-1] adding the same product and option increases its line, another option is another line, the last on top", () => {
    const cart = [polo("M"), polo("M"), polo("S")].reduce(addLine, emptyCart);
    expect(cart.lines.map((line) => [line.selectedOption, line.quantity])).toEqual([
      ["S", 1],
      ["M", 2],
    ]);
    expect(itemCount(cart)).toBe(3);
  });

  test("[CA-4] a line never grows beyond its stock", () => {
    expect(addLine(addLine(emptyCart, polo("M", 2)), polo("M", 2)).lines[0]?.quantity).toBe(3);
    expect(changeQuantity(addLine(emptyCart, cap), keyOf(cap), 99).lines[0]?.quantity).toBe(5);
    const plenty = { ...cap, product: { ...cap.product, available: 1_000 }, quantity: 1_000 };
    expect(addLine(emptyCart, plenty).lines[0]?.quantity).toBe(LINE_QUANTITY_MAX);
  });

  test("[CA-1] a quantity of 0 or less removes the line", () => {
    const cart = addLine(emptyCart, cap);
    expect(changeQuantity(cart, keyOf(cap), 0)).toEqual(emptyCart);
    expect(changeQuantity(cart, keyOf(cap), -3)).toEqual(emptyCart);
    expect(changeQuantity(cart, keyOf(cap), Number.NaN)).toBe(cart);
    expect(changeQuantity(cart, "unknown", 2)).toBe(cart);
  });

  test("[CA-1] stays sound under any sequence of changes", () => {
    const change = fc.oneof(
      anyLine.map((line) => (cart: Cart) => addLine(cart, line)),
      fc.tuple(anyLine, fc.integer({ min: -3, max: 300 })).map(
        ([line, quantity]) =>
          (cart: Cart) =>
            changeQuantity(cart, keyOf(line), quantity),
      ),
      anyLine.map((line) => (cart: Cart) => removeLine(cart, keyOf(line))),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        expectSound(changes.reduce((cart, apply) => apply(cart), emptyCart));
      }),
    );
  });

  test("[CA-1] a stored cart comes back as it was", () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        expect(parseCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart);
      }),
    );
  });

  test("[CA-1] anything else in storage is dropped, line by line, and never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        expectSound(parseCart(stored));
      }),
    );
    expect(
      parseCart({ lines: [cap, { ...cap, quantity: "2" }, { ...polo("M"), product: { id: "x" } }] }),
    ).toEqual({ lines: [cap] });
    expect(parseCart(null)).toEqual(emptyCart);
  });
});

describe("refreshing the cart", () => {
  const fresh = (line: CartLine, change: Partial<FreshLine> = {}): FreshLine => ({
    productId: line.product.id,
    selectedOption: line.selectedOption,
    name: line.product.name,
    image: line.product.image,
    price: line.product.price,
    salePrice: line.product.salePrice,
    available: line.product.available,
    exists: true,
    ...change,
  });

  test("[CA-4] reports a new price, less stock, sold out, and removed, each by name", () => {
    const stored: Cart = { lines: [cap, polo("S", 3), polo("M", 2), polo("L")] };
    const { cart, changes } = refreshCart(stored, [
      fresh(cap, { price: 3000 }),
      fresh(polo("S"), { available: 2 }),
      fresh(polo("M"), { available: 0 }),
      fresh(polo("L"), { exists: false }),
    ]);
    expect(changes).toEqual([
      { kind: "price", name: "Fairway Cap", before: 3200, after: 3000 },
      { kind: "less", name: "Harbor Polo (S)", quantity: 2 },
      { kind: "sold-out", name: "Harbor Polo (M)" },
      { kind: "gone", name: "Harbor Polo (L)" },
    ]);
    expect(cart.lines.map((line) => [lineKey(line.product.id, line.selectedOption), line.quantity])).toEqual([
      ["cap|", 1],
      ["polo|S", 2],
    ]);
  });

  test("[CH-1] an option that the owner has renamed is called so from then on, and two of its names are one line", () => {
    const stored: Cart = { lines: [polo("M", 2), cap, polo("Medium", 1)] };
    const { cart, changes } = refreshCart(stored, [
      fresh(polo("M"), { available: 9, renamedTo: "Medium" }),
      fresh(cap),
      fresh(polo("Medium"), { available: 9 }),
    ]);
    expect(changes).toEqual([]);
    expect(cart.lines.map((line) => [lineKey(line.product.id, line.selectedOption), line.quantity])).toEqual([
      ["polo|Medium", 3],
      ["cap|", 1],
    ]);
  });

  test("[CA-4] unchanged lines are not spoken of", () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        expect(
          refreshCart(
            cart,
            cart.lines.map((line) => fresh(line)),
          ),
        ).toEqual({ cart, changes: [] });
      }),
    );
  });

  test("[CA-4] after a refresh every line is priced and bounded as the server says", () => {
    fc.assert(
      fc.property(
        anyCart,
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 1, max: 9_000 }),
        (cart, available, price) => {
          const answers = cart.lines.map((line) => fresh(line, { available, price, salePrice: null }));
          const refreshed = refreshCart(cart, answers).cart;
          for (const line of refreshed.lines) {
            expect(unitPrice(line)).toBe(price);
            expect(line.quantity).toBeLessThanOrEqual(available);
          }
        },
      ),
    );
  });
});
