// How far 'Sync All Statuses' has come, for the list of orders to ask while it is under way.
import { findSync } from "#server/orders/sync-orders.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { privatePage } from "../../../page/page-headers.ts";
import type { Route } from "./+types/orders-sync";

export async function loader({ context }: Route.LoaderArgs) {
  return Response.json({ sync: await findSync(adminOf(context).shop) }, { headers: privatePage() });
}
