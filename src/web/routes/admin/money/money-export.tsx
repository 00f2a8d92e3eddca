// Pairs of payments and refunds as a file. It has no page; the guard of the layout protects it. It names no people, so it
// does not ask for the password.
import { exportPairs } from "#server/reconciliation/export-pairs.ts";
import { csvDownload } from "../../../admin/lists/csv-download.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import type { Route } from "./+types/money-export";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { chunks, fileName } = await exportPairs(adminOf(context).shop, url.searchParams);
  return csvDownload(chunks, fileName);
}
