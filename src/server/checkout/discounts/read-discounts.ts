import type { Discount } from "#domain/discount/discount.ts";
import type { CodeRefusal } from "#domain/discount/format-code.ts";
import type { FoundDiscount } from "./queries.ts";

/** `refused`: the code doesn't apply to any cart. */
export type ReadDiscounts = { discounts: Discount[]; refused: { code: string; why: CodeRefusal } | null };

/** What was found for a cart and a code → the discounts for pricing. A code that is off looks unknown. */
export function readDiscounts(found: readonly FoundDiscount[], code: string | null): ReadDiscounts {
  const discounts = found
    .filter(({ refusal }) => refusal === null)
    .map(({ version: _, refusal: __, startsAt: ___, collectionId: ____, ...discount }) => discount);
  if (code === null || discounts.some((discount) => discount.code !== null))
    return { discounts, refused: null };
  const refusal = found.find((discount) => discount.code !== null)?.refusal ?? "off";
  return { discounts, refused: { code, why: refusal === "off" ? "unknown" : refusal } };
}
