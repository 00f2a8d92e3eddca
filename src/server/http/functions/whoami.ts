import { findAdminSession } from "../../auth/admin-session.ts";
import type { ShopFunction } from "./with-body.ts";

export const whoami: ShopFunction = async (shop, c) => {
  const session = await findAdminSession(shop, c.req.raw);
  return c.json({ admin: session !== null && "email" in session });
};
