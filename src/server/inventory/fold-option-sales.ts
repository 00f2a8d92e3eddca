import { nowOf, type Shop } from "../shop.ts";
import { foldSomeSales } from "./inventory-queries.ts";

/** Sales in one transaction: it holds their options for some milliseconds. */
const SALES_PER_FOLD = 200;

/** Run by the worker: brings what was sold of each option in 28 days up to now. */
export async function foldOptionSales(shop: Shop, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await foldSomeSales(shop.db, { now: nowOf(shop), limit: SALES_PER_FOLD })));
}
