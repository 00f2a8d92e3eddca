// The orders that match the list's filters, or the selected ones, as a file: a row for each order, or with `of=items` for
// each item of them. It holds people's data, so it asks for the password and leaves a row in the audit log. It has no page; the guard of the
// layout protects it.
import { parseOrderSearch } from "#domain/order/order-search.ts";
import { exportOrderItems, exportOrders } from "#server/orders/export-orders.ts";
import { noteExport } from "#server/orders/note-export.ts";
import { shopToday } from "#server/settings/load-configuration.ts";
import { csvDownload } from "../../../admin/lists/csv-download.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { demandPassword } from "../ask-password.ts";
import type { Route } from "./+types/orders-export";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop, email: actor, isPasswordFresh } = adminOf(context);
  demandPassword({ isPasswordFresh }, url);
  const isSelection = url.searchParams.has("selected");
  const ids = isSelection ? url.searchParams.getAll("id") : null;
  await noteExport(shop, { actor, ids });
  const isItems = url.searchParams.get("of") === "items";
  const parts = (isItems ? exportOrderItems : exportOrders)(shop, parseOrderSearch(url.searchParams), ids);
  return csvDownload(parts, `${isItems ? "order-items" : "orders"}-${await shopToday(shop)}.csv`);
}
