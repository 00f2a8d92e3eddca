import type { Context } from "hono";
import { type AdminSession, findAdminSession, isAdmin } from "../../auth/admin-session.ts";
import type { Shop } from "../../shop.ts";
import { refuse } from "../responses.ts";

/** The administrator who is asking, or the answer to everybody else. */
export async function adminOrRefusal(shop: Shop, c: Context): Promise<AdminSession | Response> {
  const session = await findAdminSession(shop, c.req.raw);
  if (!session) return refuse(c, 401, "not_signed_in", "Sign in as the store's admin.");
  return isAdmin(session) ? session : refuse(c, 403, "not_admin", "Only the store's admin may do this.");
}
