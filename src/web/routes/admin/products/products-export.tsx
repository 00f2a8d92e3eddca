// Every product as a file, with `?for=shopify` in Shopify's columns. It has no page; the guard of the layout protects it.
import { exportProductsCsv } from "#server/products/spreadsheet/export-csv.ts";
import { shopToday } from "#server/settings/load-configuration.ts";
import { csvDownload } from "../../../admin/lists/csv-download.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import type { Route } from "./+types/products-export";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const kind = url.searchParams.get("for") === "shopify" ? "shopify" : "own";
  const name = kind === "shopify" ? "products-for-shopify" : "products";
  return csvDownload(exportProductsCsv(shop, { kind }), `${name}-${await shopToday(shop)}.csv`);
}
