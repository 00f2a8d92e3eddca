// A sales report as a file. It has no page; the guard of the layout protects it. It names no people, so it does not ask
// for the password.
import { exportReport } from "#server/reports/export-report.ts";
import { csvDownload } from "../../../admin/lists/csv-download.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import type { Route } from "./+types/reports-export";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const { chunks, fileName } = await exportReport(shop, url.searchParams);
  return csvDownload(chunks, fileName);
}
