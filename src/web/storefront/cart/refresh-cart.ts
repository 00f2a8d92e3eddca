// Asks the server for today's prices and stock of what is in the cart.

import type { Cart } from "#domain/cart/cart.ts";
import { type CartChange, type FreshLine, refreshCart } from "#domain/cart/cart-refresh.ts";
import type { Discount } from "#domain/discount/discount.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import { askFunction } from "../../page/functions-client.ts";
import { type CartSettings, freshRules, heldOrderId, loadCode } from "./cart-settings.ts";
import type { CartStore } from "./cart-store.ts";

/** `discounts`: what may lower the price; `said`: why the code of this browser gives nothing, whatever is bought. */
export type RefreshAnswer = {
  lines: FreshLine[];
  settings: StoreSettings;
  discounts?: Discount[];
  said?: string | null;
};
export type AskForFreshLines = (cart: Cart) => Promise<RefreshAnswer>;

export const askServer: AskForFreshLines = async (cart) => {
  const items = cart.lines.map((line) => ({
    product_id: line.product.id,
    selectedOption: line.selectedOption,
  }));
  const code = loadCode();
  const orderId = heldOrderId();
  const asked = {
    items,
    ...(code === null ? {} : { discount_code: code }),
    ...(orderId === null ? {} : { order_id: orderId }),
  };
  return (await askFunction("refresh-cart", asked)) as RefreshAnswer;
};

/**
 * Brings the stored cart up to date and returns what changed. The shopper may have edited the cart while
 * the answer was on its way: it is applied to the cart as it is then. Null when the server can't be asked.
 */
export async function refreshStoredCart(
  store: CartStore,
  ask: AskForFreshLines = askServer,
): Promise<{ changes: CartChange[]; settings: CartSettings } | null> {
  const asked = store.get();
  if (asked.lines.length === 0) return null;
  try {
    const { lines, settings: stored, discounts = [], said = null } = await ask(asked);
    const settings = { ...stored, discounts };
    freshRules.set({ settings, said });
    const { cart, changes } = refreshCart(store.get(), lines);
    if (JSON.stringify(cart) !== JSON.stringify(store.get())) store.set(cart);
    return { changes, settings };
  } catch {
    return null;
  }
}

/** One sentence per change, as the shopper reads it. */
export function tellChange(change: CartChange): string {
  switch (change.kind) {
    case "gone":
      return `${change.name} is no longer sold and was removed.`;
    case "sold-out":
      return `${change.name} is sold out and was removed.`;
    case "less":
      return `Only ${change.quantity} of ${change.name} left; the quantity was reduced.`;
    case "price":
      return `${change.name} now costs ${formatMoney(change.after)} instead of ${formatMoney(change.before)}.`;
  }
}
