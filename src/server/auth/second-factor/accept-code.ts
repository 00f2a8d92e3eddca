import { nowOf, type Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { noteChange } from "../note-change.ts";
import { parseRecoveryCode, recoveryCodeHash, recoveryKeys } from "./recovery-codes.ts";
import { unseal } from "./seal.ts";
import { countRecoveryCodes, findFactor, setLastStep, spendRecoveryCode } from "./second-factor-queries.ts";
import { matchingStep } from "./totp.ts";

export const SECRET_PURPOSE = "totp-secret";

/**
 * Takes a code of the app or a recovery code; either works once. False for a wrong or used code and where
 * there is no second factor (anymore).
 */
export async function acceptCode(
  tx: Tx,
  shop: Shop,
  { userId, email, typed }: { userId: string; email: string; typed: string },
): Promise<boolean> {
  const factor = await findFactor(tx, userId, { lock: true });
  if (!factor) return false;
  const secret = unseal(shop.keys.secondFactor, `${SECRET_PURPOSE} ${userId}`, factor.secret);
  if (!secret)
    shop.log.error("auth.second_factor_unreadable", {
      hint: "is SHOP_SECRET or secrets.json another shop's?",
    });
  const step = secret && matchingStep(secret, typed.replace(/\s/g, ""), shop.clock());
  if (step !== null && step > factor.lastStep) {
    await setLastStep(tx, userId, step);
    return true;
  }
  const recoveryCode = parseRecoveryCode(typed);
  if (!recoveryCode) return false;
  const now = nowOf(shop);
  const keys = recoveryKeys(shop.keys.secondFactor, secret);
  const hashes = keys.map((key) => recoveryCodeHash(key, userId, recoveryCode));
  if (!(await spendRecoveryCode(tx, { userId, hashes, now }))) return false;
  const left = await countRecoveryCodes(tx, userId);
  const [before, after] = [{ codesLeft: left + 1 }, { codesLeft: left }];
  await noteChange(tx, shop, { userId, email }, { action: "recovery_code.used", before, after });
  return true;
}
