import { orderNumber } from "#domain/order/order.ts";
import { pairsCsvHead, pairsCsvLine } from "#domain/reconciliation/money-csv.ts";
import { parseMoneySearch } from "#domain/reconciliation/money-search.ts";
import { shopDay, spanOfDays } from "#domain/text/dates.ts";
import type { Shop } from "../core/shop.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import { listPairs } from "./money-queries.ts";
import { readingOf } from "./pairs.ts";

/** At 400 orders a day, a few thousand pairs. */
const SPAN_MS = 7 * 24 * 60 * 60_000;

/** Every compared pair of some days as a CSV file, oldest first. Read only as fast as the receiver takes it. */
export async function exportPairs(
  shop: Shop,
  params: URLSearchParams,
): Promise<{ fileName: string; chunks: AsyncGenerator<string> }> {
  const { timeZone } = await loadProfile(shop);
  const { days } = parseMoneySearch(params, shopDay(shop.clock(), timeZone));
  const span = spanOfDays(days, timeZone);
  async function* chunks(): AsyncGenerator<string> {
    yield pairsCsvHead();
    for (let from = span.from.getTime(); from < span.to.getTime(); from += SPAN_MS) {
      const to = Math.min(from + SPAN_MS, span.to.getTime());
      const pairs = await listPairs(shop.db, readingOf(shop), { from: new Date(from), to: new Date(to) });
      yield pairs
        .map(({ number, ...pair }) =>
          pairsCsvLine({ ...pair, orderName: number === null ? null : orderNumber(number) }, timeZone),
        )
        .join("");
    }
  }
  return { fileName: `money-${days.from}-to-${days.to}.csv`, chunks: chunks() };
}
