// The orders that match the list's filters, or the selected ones, as a file. It has no page; the guard of the
// layout protects it.
import { parseOrderSearch } from "#domain/order/order-search.ts";
import { shopDay } from "#domain/text/dates.ts";
import { exportOrders } from "#server/orders/export-orders.ts";
import { csvDownload } from "../../../admin/lists/csv-download.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import type { Route } from "./+types/orders-export";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const isSelection = url.searchParams.has("selected");
  const ids = isSelection ? url.searchParams.getAll("id") : null;
  const pieces = exportOrders(shop, parseOrderSearch(url.searchParams), ids);
  return csvDownload(pieces, `orders-${shopDay(shop.clock())}.csv`);
}
