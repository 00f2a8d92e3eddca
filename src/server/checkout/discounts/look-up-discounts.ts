// What may lower the price of a cart, for the pages that show its total. The server decides the price when the payment
// begins. Codes can be guessed: who names too many that do not exist hears nothing more for a while.
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

/** Codes that do not exist, in a window. */
const MISSES_MAX = 20;
const WINDOW_MS = 10 * 60_000;
export const STOPPED_FOR_SECONDS = WINDOW_MS / 1000;

/**
 * `said`: why the code doesn't apply to any cart; null when it applies, or none was named. `isStopped`: this
 * visitor hears of no code for a while, so the discounts lack one that a payment could have.
 */
export type CartDiscounts = { discounts: Discount[]; said: string | null; isStopped?: true };

type Asked = { code: string | null; own?: string | null; productIds: readonly string[]; visitor: Visitor };

/** `code`: as it was typed. */
export async function lookUpDiscounts(
  shop: Shop,
  { code: typed, own = null, productIds, visitor }: Asked,
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
 * Whether this visitor may not hear what was found. A right code counts for nothing but takes its turn in the same count,
 * so of many guesses at once no more are answered than of as many in a row.
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
