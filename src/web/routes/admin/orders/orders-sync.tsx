// The progress of 'Sync All Statuses', which the list of orders polls while it is running.
import { findSync } from "#server/orders/sync-orders.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { privatePage } from "../../../page/page-headers.ts";
import type { Route } from "./+types/orders-sync";

export async function loader({ context }: Route.LoaderArgs) {
  return Response.json({ sync: await findSync(adminOf(context).shop) }, { headers: privatePage() });
}
