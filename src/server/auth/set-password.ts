import type { Shop } from "../shop.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "./auth.ts";
import { saveAdminPassword } from "./password.ts";

export type PasswordSet = { ok: true; email: string } | { ok: false; reason: "too_short" | "too_long" };

/** For the command line: the administrator's new password. Whoever is signed in is signed out by it. */
export async function setAdminPassword(shop: Shop, { password }: { password: string }): Promise<PasswordSet> {
  if (password.length < PASSWORD_LENGTH_MIN) return { ok: false, reason: "too_short" };
  if (password.length > PASSWORD_LENGTH_MAX) return { ok: false, reason: "too_long" };
  await saveAdminPassword(shop, { password });
  return { ok: true, email: shop.env.adminEmail };
}
