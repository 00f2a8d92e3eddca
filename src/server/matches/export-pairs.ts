import { pairsCsvHead, pairsCsvLine } from "#domain/matches/money-csv.ts";
import { parseMoneySearch } from "#domain/matches/money-search.ts";
import { orderNumber } from "#domain/order/order.ts";
import { shopDay, spanOfDays } from "#domain/text/dates.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import type { Shop } from "../shop.ts";
import { listPairDays, listPairs } from "./money-queries.ts";
import { readingOf } from "./pairs.ts";

const ROWS_PER_READ = 500;
const DAY_MS = 24 * 60 * 60_000;

/** Every pair of some days that was compared, as a CSV file, oldest first; read as fast as the receiver takes it. */
export async function exportPairs(
  shop: Shop,
  params: URLSearchParams,
): Promise<{ fileName: string; pieces: AsyncGenerator<string> }> {
  const { timeZone } = await loadProfile(shop);
  const { days } = parseMoneySearch(params, shopDay(shop.clock(), timeZone));
  const span = spanOfDays(days, timeZone);
  const reading = () => readingOf(shop);
  async function* pieces(): AsyncGenerator<string> {
    yield pairsCsvHead();
    for (const day of await listPairDays(shop.db, reading(), span)) {
      const part = {
        from: new Date(Math.max(day.getTime(), span.from.getTime())),
        to: new Date(Math.min(day.getTime() + DAY_MS, span.to.getTime())),
      };
      let after: { at: string; id: string } | null = null;
      do {
        const rows: Awaited<ReturnType<typeof listPairs>> = await listPairs(shop.db, reading(), {
          ...{ span: part, after, limit: ROWS_PER_READ },
        });
        yield rows
          .map(({ number, ...pair }) =>
            pairsCsvLine({ ...pair, orderName: number === null ? null : orderNumber(number) }, timeZone),
          )
          .join("");
        const last = rows.at(-1);
        after = last && rows.length === ROWS_PER_READ ? { at: last.cursor, id: last.itemId } : null;
      } while (after);
    }
  }
  return { fileName: `money-${days.from}-to-${days.to}.csv`, pieces: pieces() };
}
