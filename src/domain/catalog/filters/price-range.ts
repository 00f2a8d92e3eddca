import type { ShopSearch } from "../shop-search.ts";

/** "Under $40", "Over $50", "$25 to $50"; null for any price. */
export function formatPriceRange({ under, over }: Pick<ShopSearch, "under" | "over">): string | null {
  if (under === null) return over === null ? null : `Over $${over}`;
  return over === null ? `Under $${under}` : `$${over} to $${under}`;
}
