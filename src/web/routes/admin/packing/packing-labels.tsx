// The orders that wait to be sent as a file for Pirate Ship. It holds people's data, so it asks for the password and leaves
// a row in the audit log. It has no page; the guard of the layout protects it.

import { noteExport } from "#server/orders/note-export.ts";
import { exportLabels } from "#server/orders/packing/export-labels.ts";
import { shopToday } from "#server/settings/load-configuration.ts";
import { csvDownload } from "../../../admin/lists/csv-download.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { demandPassword } from "../ask-password.ts";
import type { Route } from "./+types/packing-labels";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop, email: actor, isPasswordFresh } = adminOf(context);
  demandPassword({ isPasswordFresh }, url);
  await noteExport(shop, { actor, ids: null });
  return csvDownload(exportLabels(shop), `labels-${await shopToday(shop)}.csv`);
}
