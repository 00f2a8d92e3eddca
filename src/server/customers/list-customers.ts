import type { CustomerSearch, CustomerSummary } from "#domain/customer/customer.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Shop } from "../core/shop.ts";
import { listCustomerRows } from "./queries.ts";

export const CUSTOMERS_PER_PAGE = 25;

/** One page of customers, those who bought last first. */
export async function listCustomers(
  shop: Pick<Shop, "db">,
  search: CustomerSearch,
): Promise<{ customers: CustomerSummary[]; next: Cursor | null }> {
  const found = await listCustomerRows(shop.db, search, CUSTOMERS_PER_PAGE + 1);
  const shown = found.slice(0, CUSTOMERS_PER_PAGE);
  const next = found.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  return { customers: shown.map(({ customer }) => customer), next };
}
