// What may lower the price of a cart, for the pages that show its total. The server decides the price when the payment
// begins. Codes can be guessed: who names too many that do not exist hears nothing more for a while.
import type { Discount } from "#domain/discount/discount.ts";
import { normalCode } from "#domain/discount/discount.ts";
import { tellCodeRefusal } from "#domain/discount/tell-code.ts";
import { tellMoment, zoneNameAt } from "#domain/text/dates.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Client } from "../card-testing/client.ts";
import { countUse, usesSoFar } from "../limits/count-use.ts";
import { loadConfiguration } from "../settings/load-configuration.ts";
import { nowOf, type Shop } from "../shop.ts";
import { findDiscounts } from "./queries.ts";
import { readDiscounts } from "./read-discounts.ts";

/** Codes that do not exist, in a window. */
const MISSES_MAX = 20;
const WINDOW_MS = 10 * 60_000;

/** `said`: why the code gives nothing, whatever is in the cart; null when it applies, or none was named. */
export type CartDiscounts = { discounts: Discount[]; said: string | null };

type Asked = { code: string | null; own?: string | null; productIds: readonly string[]; client: Client };

/** `code`: as it was typed. */
export async function lookUpDiscounts(
  shop: Shop,
  { code: typed, own = null, productIds, client }: Asked,
): Promise<CartDiscounts> {
  const code = typed === null ? null : normalCode(typed);
  const now = nowOf(shop);
  const misses = { key: `codes ${client.key}`, now: shop.clock(), windowMs: WINDOW_MS };
  const isStopped = code !== null && client.isCapped && (await usesSoFar(shop.db, misses)) >= MISSES_MAX;
  const found = await findDiscounts(shop.db, {
    code: isStopped ? null : code,
    productIds: productIds.filter(isUuid),
    email: null,
    now,
    own: isUuid(own) ? own : null,
  });
  const { discounts, refused } = readDiscounts(found, code);
  if (isStopped) return { discounts, said: tellCodeRefusal("", "too_many_tries") };
  if (!refused) return { discounts, said: null };
  if (refused.why === "unknown" && client.isCapped) await countUse(shop.db, misses);
  const shown = refused.code || String(typed).trim().slice(0, 30);
  const starts = found.find((discount) => discount.code !== null)?.startsAt ?? null;
  const when = refused.why === "not_yet" && starts ? await tellStart(shop, starts) : null;
  return { discounts, said: tellCodeRefusal(shown, refused.why, when) };
}

async function tellStart(shop: Shop, startsAt: string): Promise<string> {
  const { timeZone } = (await loadConfiguration(shop)).profile;
  return `${tellMoment(startsAt, timeZone, "date and time")} ${zoneNameAt(timeZone, new Date(startsAt))}`;
}
