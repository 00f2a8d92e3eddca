import { type InventoryCursor, type OrderWeeks, parseOrderWeeks } from "#domain/inventory/inventory.ts";
import { orderCsvHead, orderCsvLine } from "#domain/inventory/order-csv.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { shopToday } from "../../settings/load-configuration.ts";
import { listOptions } from "./inventory-queries.ts";

const ROWS_PER_READ = 500;

/**
 * What to order so that stock lasts for the chosen weeks, as a CSV file. Read only as fast as the receiver takes it.
 */
export async function exportOrder(
  shop: Shop,
  params: URLSearchParams,
): Promise<{ fileName: string; chunks: AsyncGenerator<string> }> {
  const weeks = parseOrderWeeks(params);
  const fileName = `order-${weeks}-weeks-${await shopToday(shop)}.csv`;
  return { fileName, chunks: orderLines(shop, weeks) };
}

async function* orderLines(shop: Shop, weeks: OrderWeeks): AsyncGenerator<string> {
  yield orderCsvHead();
  const now = nowOf(shop);
  let after: InventoryCursor | null = null;
  do {
    const found = await listOptions(
      shop.db,
      { tab: "order", weeks, query: "", after },
      { now, limit: ROWS_PER_READ },
    );
    yield found.map(({ line }) => orderCsvLine(line, weeks)).join("");
    after = found.length === ROWS_PER_READ ? (found.at(-1)?.cursor ?? null) : null;
  } while (after);
}
