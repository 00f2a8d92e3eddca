// The orders of the list's filters, or those that were selected, as a file. No page of its own: the guard of the layout stands before it.

import { shopDay } from "#domain/dates.ts";
import { parseOrderSearch } from "#domain/order-search.ts";
import { exportOrders } from "#server/orders/export-orders.ts";
import { csvDownload } from "../../admin/csv-download.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import type { Route } from "./+types/orders-export";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const isSelection = url.searchParams.has("selected");
  const ids = isSelection ? url.searchParams.getAll("id") : null;
  const pieces = exportOrders(shop, parseOrderSearch(url.searchParams), ids);
  return csvDownload(pieces, `orders-${shopDay(shop.clock())}.csv`);
}
