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
 * `fresh`: today's price and stock of these lines. The cart holds at least as many units of a line as were bought, so
 * asking twice adds nothing.
 */
export function buyAgain(before: Cart, bought: Bought[], fresh: FreshLine[]): BoughtAgain {
  const missing: string[] = [];
  let [cart, added] = [before, 0];
  for (const { item, line, quantity } of wantedOf(bought, fresh)) {
    const name = itemName(item);
    if (!line?.exists || line.available <= 0) {
      missing.push(line?.exists ? `${name} is sold out.` : `${name} is no longer sold.`);
      continue;
    }
    const { productId: id, selectedOption: soldAs, variantId, renamedTo, exists: _, ...facts } = line;
    const wanted = {
      product: { id, ...facts },
      selectedOption: renamedTo ?? soldAs,
      ...(variantId && { variantId }),
      quantity: Math.min(quantity, LINE_QUANTITY_MAX),
    };
    const quantityIn = ({ lines }: Cart) => lines.find((one) => keyOf(one) === keyOf(wanted))?.quantity ?? 0;
    cart = addLine(cart, { ...wanted, quantity: Math.max(0, wanted.quantity - quantityIn(cart)) });
    const has = quantityIn(cart);
    if (has > 0) added += 1;
    if (has === 0) missing.push(`${name} couldn't be added: your cart is full.`);
    else if (has < wanted.quantity) missing.push(`Only ${has} of ${name} left.`);
  }
  return { cart, added, missing };
}

type ReorderLine = { item: Bought; line: FreshLine | undefined; quantity: number };

/** Each product and option, as it is called today, once with all its units. */
function wantedOf(bought: Bought[], fresh: FreshLine[]): ReorderLine[] {
  const today = new Map(fresh.map((line) => [lineKey(line.productId, line.selectedOption), line]));
  const wanted = new Map<string, ReorderLine>();
  for (const item of bought) {
    const { productId, variation } = item;
    const line = productId === null ? undefined : today.get(lineKey(productId, variation));
    const key =
      productId === null ? `gone|${itemName(item)}` : lineKey(productId, line?.renamedTo ?? variation);
    wanted.set(key, { item, line, quantity: (wanted.get(key)?.quantity ?? 0) + item.quantity });
  }
  return [...wanted.values()];
}
