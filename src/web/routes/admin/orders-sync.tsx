// How far 'Sync All Statuses' has come, for the list of orders to ask while it is under way.
import { findSync } from "#server/orders/sync-orders.ts";
import { adminHeaders } from "../../admin/admin-headers.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import type { Route } from "./+types/orders-sync";

export async function loader({ context }: Route.LoaderArgs) {
  adminOf(context);
  return Response.json({ sync: await findSync(shopOf(context)) }, { headers: adminHeaders() });
}
