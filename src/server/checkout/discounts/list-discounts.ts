import { type DiscountRow, type DiscountState, discountState } from "#domain/discount/discount-state.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../../core/shop.ts";
import { loadConfiguration } from "../../settings/load-configuration.ts";
import { findDiscountRow, listDiscountRows } from "./queries.ts";

const DISCOUNTS_LISTED = 50;

export type ListedDiscount = DiscountRow & { state: DiscountState };

/**
 * One page of all discounts with what each does now, active ones first. `after`: the last id of the previous page; any
 * text is fine. `next`: the cursor of the next page.
 */
export async function listDiscounts(
  shop: Shop,
  { after }: { after: string | null },
): Promise<{ discounts: ListedDiscount[]; next: string | null }> {
  const known = after !== null && isUuid(after) ? after : null;
  const rows = await listDiscountRows(shop.db, known, DISCOUNTS_LISTED + 1);
  const shown = rows.slice(0, DISCOUNTS_LISTED);
  return {
    discounts: shown.map((row) => ({ ...row, state: discountState(row, shop.clock()) })),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** A discount with the time zone of its dates; null when the id is unknown. */
export async function findDiscount(shop: Shop, { id }: { id: string }) {
  const row = isUuid(id) ? await findDiscountRow(shop.db, id) : null;
  if (!row) return null;
  const { timeZone } = (await loadConfiguration(shop)).profile;
  return { discount: { ...row, state: discountState(row, shop.clock()) }, timeZone };
}
