// Every product as a file. It has no page; the guard of the layout protects it.
import { exportProductsCsv } from "#server/products/spreadsheet/export-csv.ts";
import { shopToday } from "#server/settings/load-configuration.ts";
import { csvDownload } from "../../../admin/lists/csv-download.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import type { Route } from "./+types/products-export";

export async function loader({ context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  return csvDownload(exportProductsCsv(shop), `products-${await shopToday(shop)}.csv`);
}
