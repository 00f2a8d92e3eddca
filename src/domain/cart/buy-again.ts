// Puts what was bought once into the cart again, as far as it is sold today.
import type { OrderItem } from "../order/order.ts";
import { itemName } from "../product/item-name.ts";
import { addLine, type Cart, keyOf, LINE_QUANTITY_MAX, lineKey } from "./cart.ts";
import type { FreshLine } from "./cart-refresh.ts";

type Bought = Pick<OrderItem, "productId" | "name" | "variation" | "quantity">;

export type BoughtAgain = {
  cart: Cart;
  /** Lines of the order that are in the cart now, whole or in part. */
  added: number;
  /** One sentence for each line that is not there, or not whole. */
  missing: string[];
};

/**
 * `fresh`: today's price and stock of these lines. The cart holds at least as many pieces of a line as were bought, so
 * asking twice adds nothing.
 */
export function buyAgain(cart: Cart, bought: Bought[], fresh: FreshLine[]): BoughtAgain {
  const today = new Map(fresh.map((line) => [lineKey(line.productId, line.selectedOption), line]));
  return piecesOf(bought).reduce<BoughtAgain>(
    (sofar, { item, quantity }) => {
      const say = (text: string) => ({ ...sofar, missing: [...sofar.missing, text] });
      const name = itemName(item);
      const line = item.productId === null ? undefined : today.get(lineKey(item.productId, item.variation));
      if (!line?.exists) return say(`${name} is no longer sold.`);
      if (line.available <= 0) return say(`${name} is sold out.`);
      const { productId: id, selectedOption, exists: _, ...facts } = line;
      const added = { product: { id, ...facts }, selectedOption, quantity: 0 };
      const has = (of: Cart) => of.lines.find((one) => keyOf(one) === keyOf(added))?.quantity ?? 0;
      const after = addLine(sofar.cart, { ...added, quantity: Math.max(0, quantity - has(sofar.cart)) });
      if (has(after) === 0) return say(`${name} did not fit: your cart is full.`);
      const result = { ...sofar, cart: after, added: sofar.added + 1 };
      const wanted = Math.min(quantity, LINE_QUANTITY_MAX);
      if (has(after) >= wanted) return result;
      return { ...result, missing: [...result.missing, `Only ${has(after)} of ${name} left.`] };
    },
    { cart, added: 0, missing: [] },
  );
}

/** Each product and option once, with all its pieces. */
function piecesOf(bought: Bought[]): { item: Bought; quantity: number }[] {
  const pieces = new Map<string, { item: Bought; quantity: number }>();
  for (const item of bought) {
    const key = item.productId === null ? `gone|${itemName(item)}` : lineKey(item.productId, item.variation);
    const known = pieces.get(key);
    pieces.set(key, { item, quantity: (known?.quantity ?? 0) + item.quantity });
  }
  return [...pieces.values()];
}
