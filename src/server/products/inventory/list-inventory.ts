import type { InventoryCursor, InventoryLine, InventorySearch } from "#domain/inventory/inventory.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { findLow, listOptions } from "./inventory-queries.ts";

export const OPTIONS_PER_PAGE = 50;

export type InventoryPage = {
  /** Variants that run out first come first. */
  lines: InventoryLine[];
  /** Where the next page starts; null on the last page. */
  next: InventoryCursor | null;
  lowLevel: number;
  /** Variants that are low or sold out, at most ATTENTION_COUNT_MAX. */
  lowCount: number;
};

/** One page of the variants of active products. */
export async function listInventory(shop: Shop, search: InventorySearch): Promise<InventoryPage> {
  const [found, low] = await Promise.all([
    listOptions(shop.db, search, { now: nowOf(shop), limit: OPTIONS_PER_PAGE + 1 }),
    findLow(shop.db),
  ]);
  const shown = found.slice(0, OPTIONS_PER_PAGE);
  const next = found.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  return { lines: shown.map(({ line }) => line), next, lowLevel: low.level, lowCount: low.count };
}
