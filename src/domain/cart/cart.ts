// The cart is the shopper's own list: product, option, quantity, and the price and stock last seen. It decides
// nothing about money (the server prices every checkout from its own rows), and it never breaks: anything in
// the browser's storage is parsed into a cart or dropped, line by line.

import { type Cents, isCents } from "../money/money.ts";
import { itemName } from "../product/item-name.ts";
import { fieldsOf } from "../text/fields-of.ts";

export const CART_LINES_MAX = 50;
export const LINE_QUANTITY_MAX = 99;

/** What the cart stores of a product. Prices are those that the shopper last saw. */
type CartProduct = {
  id: string;
  name: string;
  image: string | null;
  price: Cents;
  salePrice: Cents | null;
  /** How many units of this line's option could be sold at the last look-up. */
  available: number;
};

/** Product id and selected option together identify a line. `variantId`: from the shop; it finds a renamed one. */
export type CartLine = {
  product: CartProduct;
  quantity: number;
  selectedOption: string | null;
  variantId?: string | undefined;
};

export type Cart = { lines: CartLine[] };

export const emptyCart: Cart = { lines: [] };

export function lineKey(productId: string, selectedOption: string | null): string {
  return `${productId}|${selectedOption ?? ""}`;
}

export function keyOf(line: CartLine): string {
  return lineKey(line.product.id, line.selectedOption);
}

export function itemCount(cart: Cart): number {
  return cart.lines.reduce((sum, line) => sum + line.quantity, 0);
}

/** The most that one line may hold: what is in stock, within the limit of a line. */
export function quantityMax(line: Pick<CartLine, "product">): number {
  return Math.min(line.product.available, LINE_QUANTITY_MAX);
}

/**
 * Adds units of a product. An existing line grows, but never beyond its stock. A full cart does not change. What was
 * added last is the first line, where a shopper looks for it.
 */
export function addLine(cart: Cart, added: CartLine): Cart {
  const existing = cart.lines.find((line) => keyOf(line) === keyOf(added));
  if (!existing && cart.lines.length >= CART_LINES_MAX) return cart;
  const wanted = (existing?.quantity ?? 0) + added.quantity;
  const line = { ...added, quantity: Math.min(wanted, quantityMax(added)) };
  if (line.quantity <= 0) return existing ? removeLine(cart, keyOf(added)) : cart;
  return { lines: [line, ...removeLine(cart, keyOf(line)).lines] };
}

export function removeLine(cart: Cart, key: string): Cart {
  return { lines: cart.lines.filter((line) => keyOf(line) !== key) };
}

/** "Harbor Polo (M)". */
export function lineName(line: CartLine): string {
  return itemName({ name: line.product.name, variation: line.selectedOption });
}

/**
 * Anything from the browser's storage → a cart. Incomplete lines are dropped, duplicate lines are joined, and
 * quantities are brought within bounds. The lines keep their order. Never throws.
 */
export function parseCart(stored: unknown): Cart {
  const { lines } = fieldsOf(stored);
  if (!Array.isArray(lines)) return emptyCart;
  return lines
    .map(parseLine)
    .filter((line) => line !== null)
    .reduceRight(addLine, emptyCart);
}

function parseLine(value: unknown): CartLine | null {
  const { product, quantity, selectedOption, variantId } = fieldsOf(value);
  const { id, name, image, price, salePrice, available } = fieldsOf(product);
  if (!isText(id) || !isText(name) || !isCents(price) || !isQuantity(quantity) || !isQuantity(available))
    return null;
  if (salePrice !== null && !isCents(salePrice)) return null;
  if (selectedOption !== null && !isText(selectedOption)) return null;
  const picture = isText(image) ? image : null;
  return {
    product: { id, name, image: picture, price, salePrice, available },
    quantity,
    selectedOption,
    variantId: isText(variantId) ? variantId : undefined,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 2_000;
}

function isQuantity(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}
