// Lines that were in a cart once, put into it again at today's prices.
import { addLine, type Cart, type CartLine, keyOf } from "#domain/cart/cart.ts";
import type { FreshLine } from "#domain/cart/cart-refresh.ts";
import { askFunction } from "../../page/functions-client.ts";
import { cartStore } from "./cart.ts";
import type { RefreshAnswer } from "./refresh-cart.ts";

export type LeftLine = FreshLine & { quantity: number };

export function lineOf({
  productId: id,
  name,
  image,
  price,
  salePrice,
  available,
  quantity,
  variantId,
  ...rest
}: LeftLine): CartLine {
  const selectedOption = rest.renamedTo ?? rest.selectedOption;
  return {
    product: { id, name, image, price, salePrice, available },
    quantity,
    selectedOption,
    ...(variantId && { variantId }),
  };
}

/** Whether any of it can be had. */
export const isThere = ({ exists, available }: LeftLine): boolean => exists && available > 0;

/** The cart with those of the lines that can be had, the first of them at the top. Twice adds nothing more. */
export function withLines(cart: Cart, lines: readonly LeftLine[]): Cart {
  return lines
    .filter(isThere)
    .toReversed()
    .reduce((now, line) => addLine(now, missing(now, line)), cart);
}

/** So many units as the cart has less of the line than were in it. */
function missing(cart: Cart, left: LeftLine): CartLine {
  const line = lineOf(left);
  const has = cart.lines.find((each) => keyOf(each) === keyOf(line));
  return { ...line, quantity: Math.max(0, line.quantity - (has?.quantity ?? 0)) };
}

type LineToRestore = {
  productId: string;
  selectedOption: string | null;
  variantId?: string | null;
  quantity: number;
};

/** Asks for what they are today, and puts them into this browser's cart. False: the shop did not answer. */
export async function putBack(lines: readonly LineToRestore[]): Promise<boolean> {
  const items = lines.map(({ productId, selectedOption, variantId }) => ({
    product_id: productId,
    selectedOption,
    variant_id: variantId,
  }));
  try {
    const answer = (await askFunction("refresh-cart", { items })) as RefreshAnswer;
    const left = answer.lines.map((line, at) => ({ ...line, quantity: lines[at]?.quantity ?? 1 }));
    cartStore.set(withLines(cartStore.get(), left));
    return true;
  } catch {
    return false;
  }
}
