// What is to be ordered as a file. It has no page; the guard of the layout protects it. It names no people, so it does not
// ask for the password.
import { exportOrder } from "#server/products/inventory/export-order.ts";
import { csvDownload } from "../../../admin/lists/csv-download.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import type { Route } from "./+types/inventory-order";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { chunks, fileName } = await exportOrder(adminOf(context).shop, url.searchParams);
  return csvDownload(chunks, fileName);
}
