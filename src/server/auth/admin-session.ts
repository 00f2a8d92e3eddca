// The one place that decides whether a request comes from the administrator, from another user who is signed in, or
// from no one. The administrator is the user whose email equals env.adminEmail. Each request is checked against the
// database, so an ended session stops working right away.
import type { Shop } from "../core/shop.ts";
import { readSession } from "./read-session.ts";

/** `isPasswordFresh`: the password was given so lately that what needs it need not ask again. */
export type AdminSession = { email: string; isPasswordFresh: boolean };
export type NonAdminSession = { nonAdmin: true };

const PASSWORD_FRESH_MINUTES = 15;

/** The session of a request, or null. */
export async function findAdminSession(
  shop: Shop,
  request: Request,
): Promise<AdminSession | NonAdminSession | null> {
  const session = await readSession(shop, request);
  if (!session) return null;
  const { email, passwordAt } = session;
  if (email !== shop.env.adminEmail) return { nonAdmin: true };
  return { email, isPasswordFresh: shop.clock() - passwordAt.getTime() <= PASSWORD_FRESH_MINUTES * 60_000 };
}

export function isAdmin(session: AdminSession | NonAdminSession | null): session is AdminSession {
  return session !== null && "email" in session;
}
