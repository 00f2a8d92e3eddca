// The owner's second factor in User Settings: turning it on with an authenticator app, new recovery codes,
// turning it off. A setup that is not confirmed exists only in the owner's page, sealed, so nothing half-done can
// shut the owner out and no secret waits in the database.
import { randomBytes } from "node:crypto";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { admitInSession, attemptSucceeded } from "../limits/sign-in-throttle.ts";
import { noteChange } from "../note-change.ts";
import { confirmPassword, type PasswordRefusal } from "../password/own-password.ts";
import { COMMAND_LINE } from "../password/set-password.ts";
import { findUserId, lockPassword } from "../queries.ts";
import { endSessions, findSessionState } from "../session-queries.ts";
import { type Current, currentSession } from "../sessions.ts";
import { acceptCode, SECRET_PURPOSE } from "./accept-code.ts";
import { type QrCode, qrCode } from "./qr-code.ts";
import { makeRecoveryCodes, recoveryCodeHash, recoveryKeys } from "./recovery-codes.ts";
import { seal, unseal } from "./seal.ts";
import {
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  insertFactor,
  replaceRecoveryCodes,
} from "./second-factor-queries.ts";
import { base32, matchingStep, provisioningUri } from "./totp.ts";

const SECRET_BYTES = 20;
const SETUP_MINUTES = 15;
const SETUP_PURPOSE = "totp-setup";
const TIME_BYTES = 8;

/** What the page of a setup shows and sends back: `sealed` carries the secret and the time, unreadably. */
export type Setup = { sealed: string; secret: string; qr: QrCode };

export type SetupStart = { ok: true; setup: Setup } | PasswordRefusal | { ok: false; reason: "on_already" };
export type SetupEnd =
  | { ok: true; recoveryCodes: string[]; sessionsEnded: number }
  | { ok: false; reason: "wrong_code"; setup: Setup }
  | { ok: false; reason: "too_late" | "on_already" };
export type NewCodes =
  | { ok: true; recoveryCodes: string[] }
  | PasswordRefusal
  | { ok: false; reason: "off_already" };
export type TurnOff = { ok: true } | PasswordRefusal | { ok: false; reason: "off_already" | "wrong_code" };

/** Whether the second factor of this user is on, and how many recovery codes are left. */
export async function findSecondFactor(
  shop: Shop,
  request: Request,
): Promise<{ isOn: boolean; codesLeft: number }> {
  const { userId } = await currentSession(shop, request);
  const isOn = (await findFactor(shop.db, userId)) !== null;
  return { isOn, codesLeft: isOn ? await countRecoveryCodes(shop.db, userId) : 0 };
}

/** A new secret for the owner's app. Nothing is stored and nothing counts until `confirmSetup`. */
export async function startSetup(
  shop: Shop,
  request: Request,
  { password, issuer }: { password: string; issuer: string },
): Promise<SetupStart> {
  const known = await confirmPassword(shop, request, password);
  if (!known.ok) return known;
  const { current } = known;
  if (await findFactor(shop.db, current.userId)) return { ok: false, reason: "on_already" };
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(shop.clock()));
  const bytes = Buffer.concat([time, randomBytes(SECRET_BYTES)]);
  const sealed = seal(shop.keys.secondFactor, `${SETUP_PURPOSE} ${current.userId}`, bytes);
  return { ok: true, setup: setupOf(current, bytes.subarray(TIME_BYTES), sealed, issuer) };
}

function setupOf({ email }: Current, secret: Uint8Array, sealed: string, issuer: string): Setup {
  const address = provisioningUri(secret, { issuer, account: email });
  return { sealed, secret: base32(secret), qr: qrCode(address) };
}

/**
 * Turns the second factor on, once the app has shown that it knows the secret. Every other session ends:
 * it was opened without a code. The recovery codes are shown now and never again.
 */
export async function confirmSetup(
  shop: Shop,
  request: Request,
  { sealed, code, issuer }: { sealed: string; code: string; issuer: string },
): Promise<SetupEnd> {
  const current = await currentSession(shop, request);
  const { userId, sessionId } = current;
  const opened = unseal(shop.keys.secondFactor, `${SETUP_PURPOSE} ${userId}`, sealed);
  const startedAt = opened ? Number(opened.readBigUInt64BE()) : 0;
  if (!opened || shop.clock() - startedAt > SETUP_MINUTES * 60_000) return { ok: false, reason: "too_late" };
  const secret = opened.subarray(TIME_BYTES);
  const step = matchingStep(secret, code.replace(/\s/g, ""), shop.clock());
  if (step === null) {
    return { ok: false, reason: "wrong_code", setup: setupOf(current, secret, sealed, issuer) };
  }
  const stored = seal(shop.keys.secondFactor, `${SECRET_PURPOSE} ${userId}`, secret);
  const recoveryCodes = makeRecoveryCodes();
  const ended = await inTransaction(shop, async (tx) => {
    const now = nowOf(shop);
    // Sign-ins hold the password until they are done: each is ended here, or learns that it needs a code.
    await lockPassword(tx, { userId });
    // A new password in the meantime has ended this session, too.
    if (!(await findSessionState(tx, sessionId))) return "too_late" as const;
    if (!(await insertFactor(tx, { userId, secret: stored, lastStep: step }, now))) {
      return "on_already" as const;
    }
    await storeCodes(tx, shop, { userId, secret }, recoveryCodes);
    const sessionsEnded = await endSessions(tx, { userId, except: sessionId });
    await noteChange(tx, shop, current, { action: "second_factor.turned_on", after: { sessionsEnded } });
    return { sessionsEnded };
  });
  if (typeof ended === "string") return { ok: false, reason: ended };
  shop.log.info("auth.second_factor_on");
  return { ok: true, recoveryCodes, ...ended };
}

/** Ten new recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(
  shop: Shop,
  request: Request,
  { password }: { password: string },
): Promise<NewCodes> {
  const known = await confirmPassword(shop, request, password);
  if (!known.ok) return known;
  const { current } = known;
  const recoveryCodes = makeRecoveryCodes();
  const isRenewed = await inTransaction(shop, async (tx) => {
    const { userId } = current;
    const factor = await findFactor(tx, userId, { lock: true });
    if (!factor) return false;
    const secret = unseal(shop.keys.secondFactor, `${SECRET_PURPOSE} ${userId}`, factor.secret);
    await storeCodes(tx, shop, { userId, secret }, recoveryCodes);
    await noteChange(tx, shop, current, { action: "recovery_codes.renewed" });
    return true;
  });
  return isRenewed ? { ok: true, recoveryCodes } : { ok: false, reason: "off_already" };
}

/** Takes the password and a code (of the app, or a recovery code); neither alone turns it off. */
export async function turnOffSecondFactor(
  shop: Shop,
  request: Request,
  { password, code }: { password: string; code: string },
): Promise<TurnOff> {
  const known = await confirmPassword(shop, request, password);
  if (!known.ok) return known;
  const { current } = known;
  const admission = await admitInSession(shop, "code", current);
  if (!admission.ok) return admission;
  const result = await inTransaction(shop, async (tx): Promise<TurnOff> => {
    if (!(await findFactor(tx, current.userId))) return { ok: false, reason: "off_already" };
    if (!(await acceptCode(tx, shop, { ...current, typed: code }))) {
      return { ok: false, reason: "wrong_code" };
    }
    await deleteFactor(tx, current.userId);
    await noteChange(tx, shop, current, { action: "second_factor.turned_off" });
    return { ok: true };
  });
  if (result.ok) await attemptSucceeded(shop, admission);
  return result;
}

/**
 * For the command line, when phone and recovery codes are gone: the administrator signs in with the
 * password alone again. False where no second factor was on.
 */
export async function removeSecondFactor(shop: Shop): Promise<boolean> {
  return inTransaction(shop, async (tx) => {
    const userId = await findUserId(tx, shop.env.adminEmail);
    if (userId === null || !(await deleteFactor(tx, userId))) return false;
    await noteChange(tx, shop, { userId, email: COMMAND_LINE }, { action: "second_factor.turned_off" });
    return true;
  });
}

function storeCodes(
  tx: Tx,
  shop: Shop,
  { userId, secret }: { userId: string; secret: Buffer | null },
  codes: string[],
): Promise<void> {
  const [key = ""] = recoveryKeys(shop.keys.secondFactor, secret);
  const hashes = codes.map((code) => recoveryCodeHash(key, userId, code));
  return replaceRecoveryCodes(tx, userId, hashes);
}
