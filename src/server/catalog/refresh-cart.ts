import { lineKey } from "#domain/cart/cart.ts";
import type { FreshLine } from "#domain/cart/cart-refresh.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { listFreshLines } from "./cart-queries.ts";

type CartItem = { productId: string; selectedOption: string | null; variantId?: string | null };

/**
 * Today's price and stock of each line of a cart, in the requested order. An unknown product, one no longer for sale,
 * or a missing option has `exists: false`. Any text is fine as an id or an option. One statement, none for an empty
 * cart.
 */
export async function refreshCartLines(
  shop: Shop,
  items: CartItem[],
  own: string | null = null,
): Promise<FreshLine[]> {
  const askable = items
    .filter((item) => isUuid(item.productId) && !item.selectedOption?.includes("\u0000"))
    .map((item) => ({ ...item, variantId: isUuid(item.variantId) ? item.variantId : null }));
  const fresh =
    askable.length > 0
      ? await listFreshLines(shop.db, askable, { now: nowOf(shop), own: isUuid(own) ? own : null })
      : new Map<string, FreshLine>();
  return items.map(({ productId, selectedOption }) => {
    const line = fresh.get(lineKey(productId.toLowerCase(), selectedOption));
    return { ...(line ?? GONE), productId, selectedOption };
  });
}

const GONE = { name: "", image: null, price: 0, salePrice: null, available: 0, exists: false };
