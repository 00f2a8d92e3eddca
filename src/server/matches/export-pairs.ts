import { pairsCsvHead, pairsCsvLine } from "#domain/matches/money-csv.ts";
import { parseMoneySearch } from "#domain/matches/money-search.ts";
import { orderNumber } from "#domain/order/order.ts";
import { shopDay } from "#domain/text/dates.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import type { Shop } from "../shop.ts";
import { spanOfDays } from "./load-matches.ts";
import { listPairs } from "./money-queries.ts";
import { readingOf } from "./pairs.ts";

const ROWS_PER_READ = 500;

/** Every pair of some days as a CSV file, oldest first; read as fast as the receiver takes it. */
export async function exportPairs(
  shop: Shop,
  params: URLSearchParams,
): Promise<{ fileName: string; pieces: AsyncGenerator<string> }> {
  const { timeZone } = await loadProfile(shop);
  const { days } = parseMoneySearch(params, shopDay(shop.clock(), timeZone));
  const span = spanOfDays(days, timeZone);
  async function* pieces(): AsyncGenerator<string> {
    yield pairsCsvHead();
    let after: { at: string; id: string } | null = null;
    for (;;) {
      const rows: Awaited<ReturnType<typeof listPairs>> = await listPairs(shop.db, readingOf(shop), {
        ...{ span, after, limit: ROWS_PER_READ },
      });
      yield rows
        .map(({ number, ...pair }) =>
          pairsCsvLine({ ...pair, orderName: number === null ? null : orderNumber(number) }, timeZone),
        )
        .join("");
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_PER_READ) return;
      after = { at: last.cursor, id: last.itemId };
    }
  }
  return { fileName: `money-${days.from}-to-${days.to}.csv`, pieces: pieces() };
}
