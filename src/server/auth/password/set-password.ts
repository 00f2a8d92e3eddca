import type { Shop } from "../../shop.ts";
import { refusePassword } from "../auth.ts";
import { saveAdminPassword } from "./password.ts";

export type PasswordSet = { ok: true; email: string } | { ok: false; reason: "too_short" | "too_long" };

/** For the command line: the administrator's new password. It ends every session. */
export async function setAdminPassword(shop: Shop, { password }: { password: string }): Promise<PasswordSet> {
  const refusal = refusePassword(password);
  if (refusal) return { ok: false, reason: refusal };
  await saveAdminPassword(shop, { password });
  return { ok: true, email: shop.env.adminEmail };
}
