// Discounts that may apply to a cart, for pages that show its total. The server decides the price when the payment
// begins. Codes can be guessed, so a visitor who tries too many unknown ones gets no results for a while.
import type { Discount } from "#domain/discount/discount.ts";
import { normalCode } from "#domain/discount/discount.ts";
import { formatCodeRefusal } from "#domain/discount/format-code.ts";
import { formatMoment, zoneNameAt } from "#domain/text/dates.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { countUses } from "../../auth/limits/count-use.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { loadConfiguration } from "../../settings/load-configuration.ts";
import type { Visitor } from "../visitors/visitor.ts";
import { findDiscounts } from "./queries.ts";
import { readDiscounts } from "./read-discounts.ts";

/** Unknown codes per window. */
const MISSES_MAX = 20;
const WINDOW_MS = 10 * 60_000;
export const STOPPED_FOR_SECONDS = WINDOW_MS / 1000;

/**
 * `said`: why the code doesn't apply to any cart; null when it applies, or none was typed. `isStopped`: this visitor
 * gets no results for a while, so a discount that a payment would include may be missing.
 */
export type CartDiscounts = { discounts: Discount[]; said: string | null; isStopped?: true };

type DiscountLookup = {
  code: string | null;
  own?: string | null;
  productIds: readonly string[];
  visitor: Visitor;
};

/** `code`: as it was typed. */
export async function lookUpDiscounts(
  shop: Shop,
  { code: typed, own = null, productIds, visitor }: DiscountLookup,
): Promise<CartDiscounts> {
  const code = typed === null ? null : normalCode(typed);
  const now = nowOf(shop);
  const found = await findDiscounts(shop.db, {
    code,
    productIds: productIds.filter(isUuid),
    email: null,
    now,
    own: isUuid(own) ? own : null,
  });
  const { discounts, refused } = readDiscounts(found, code);
  if (code !== null && (await isStopped(shop, visitor, { isMiss: refused?.why === "unknown" }))) {
    const unasked = discounts.filter((discount) => discount.code === null);
    return { discounts: unasked, said: formatCodeRefusal("", "too_many_tries"), isStopped: true };
  }
  if (!refused) return { discounts, said: null };
  const shown = refused.code || String(typed).trim().slice(0, 30);
  const starts = found.find((discount) => discount.code !== null)?.startsAt ?? null;
  const when = refused.why === "not_yet" && starts ? await formatStart(shop, starts) : null;
  return { discounts, said: formatCodeRefusal(shown, refused.why, when) };
}

/**
 * Whether this visitor may not see the result. A right code counts as zero but takes its turn in the same counter, so
 * concurrent guesses get no more results than successive ones.
 */
export async function isStopped(
  shop: Shop,
  visitor: Visitor,
  { isMiss }: { isMiss: boolean },
): Promise<boolean> {
  if (!visitor.isCapped) return false;
  const use = { key: `codes ${visitor.key}`, now: shop.clock(), windowMs: WINDOW_MS, uses: isMiss ? 1 : 0 };
  const { count } = await countUses(shop.db, use);
  return isMiss ? count > MISSES_MAX : count >= MISSES_MAX;
}

async function formatStart(shop: Shop, startsAt: string): Promise<string> {
  const { timeZone } = (await loadConfiguration(shop)).profile;
  return `${formatMoment(startsAt, timeZone, "date and time")} ${zoneNameAt(timeZone, new Date(startsAt))}`;
}
