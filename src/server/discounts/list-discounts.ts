import { type DiscountRow, type DiscountState, discountState } from "#domain/discount/discount-state.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { loadConfiguration } from "../settings/load-configuration.ts";
import type { Shop } from "../shop.ts";
import { findDiscountRow, listDiscountRows } from "./queries.ts";

export const DISCOUNTS_LISTED_MAX = 200;

export type ListedDiscount = DiscountRow & { state: DiscountState };

/** The newest discounts with what each does now. */
export async function listDiscounts(shop: Shop): Promise<ListedDiscount[]> {
  const rows = await listDiscountRows(shop.db, DISCOUNTS_LISTED_MAX);
  return rows.map((row) => ({ ...row, state: discountState(row, shop.clock()) }));
}

/** A discount with the time zone of its times; null when there is none of this id. */
export async function findDiscount(shop: Shop, { id }: { id: string }) {
  const row = isUuid(id) ? await findDiscountRow(shop.db, id) : null;
  if (!row) return null;
  const { timeZone } = (await loadConfiguration(shop)).profile;
  return { discount: { ...row, state: discountState(row, shop.clock()) }, timeZone };
}
