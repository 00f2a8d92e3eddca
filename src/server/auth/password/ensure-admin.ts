import { weakPasswordWords } from "#domain/auth/weak-password.ts";
import { OperatorError } from "../../core/operator-error.ts";
import type { Shop } from "../../core/shop.ts";
import { hasPassword } from "../queries.ts";
import { refuseOwnPassword } from "./refuse-password.ts";
import { saveAdminPassword } from "./set-password.ts";

type EnsuredAdmin = {
  created: boolean;
  email: string;
  /** Only when it was generated just now: say it to the owner once, it is not kept anywhere in clear. */
  password?: string;
};

/**
 * Makes the one administrator (env.adminEmail) at the first start, with the given password or a generated
 * one. If the administrator exists, nothing changes, with any password. Throws an OperatorError for
 * a weak one.
 */
export async function ensureAdmin(
  shop: Shop,
  { password, generate }: { password: string | null; generate: () => string },
): Promise<EnsuredAdmin> {
  const email = shop.env.adminEmail;
  if (await hasPassword(shop.db, email)) return { created: false, email };
  const weak = password === null ? null : await refuseOwnPassword(shop, password);
  if (weak) throw new OperatorError(`ADMIN_PASSWORD is too weak. ${weakPasswordWords[weak]}.`);
  const chosen = password ?? generate();
  const created = await saveAdminPassword(shop, { password: chosen, onlyFirst: true });
  if (!created) return { created, email };
  return password === null ? { created, email, password: chosen } : { created, email };
}
