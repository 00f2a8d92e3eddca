// The way into the back office: email and password. For an owner with a second factor this is the first of two steps
// (the second is complete-sign-in.ts). An unknown email and a wrong password get the same answer after the same work:
// a password is hashed either way, and the throttle counts either email. Attempts are counted before the password is
// checked, so a burst of guesses can't outrun the count.
import { PASSWORD_LENGTH_MAX } from "#domain/auth/weak-password.ts";
import { noteAccount } from "../core/request-context.ts";
import type { Shop } from "../core/shop.ts";
import { findKnownDevice } from "./devices/known-device.ts";
import { admitAttempt, attemptSucceeded, attemptUnmade, type Throttled } from "./limits/sign-in-throttle.ts";
import { HashingBusy } from "./password/hashing-queue.ts";
import { findCredential } from "./queries.ts";
import { openChallenge } from "./second-factor/complete-sign-in.ts";
import { findGuardedUser } from "./second-factor/second-factor-queries.ts";
import { type Browser, openSession } from "./start-session.ts";

export type SignInInput = { email: string; password: string } & Pick<Browser, "ip"> & Partial<Browser>;

export type SignIn =
  /** `headers` carries the Set-Cookie lines of the new session. */
  | { ok: true; headers: Headers }
  /** The password is right and a code is still owed; `headers` carries what the second step asks for. */
  | { ok: false; reason: "second_step"; headers: Headers }
  | { ok: false; reason: "invalid" }
  | Throttled;

/** Checks email and password and opens a session. Throws only when the shop itself fails. */
export async function signIn(
  shop: Shop,
  { email: typed, password, ip, userAgent = "", cookies = "" }: SignInInput,
): Promise<SignIn> {
  const email = typed.trim().toLowerCase();
  const known = await findKnownDevice(shop, { cookies, email });
  const admission = await admitAttempt(shop, { email, ip, device: known });
  noteAccount(shop.hashClient(email));
  if (!admission.ok) {
    shop.log.warn("auth.sign_in_throttled");
    return admission;
  }
  const user = await checkPassword(shop, { email, password, isKnown: known !== null });
  if (user instanceof HashingBusy) {
    await attemptUnmade(shop, admission);
    return { ok: false, reason: "throttled", retryAfterSeconds: user.retryAfterSeconds };
  }
  if (!user) {
    shop.log.warn("auth.sign_in_refused");
    return { ok: false, reason: "invalid" };
  }
  await attemptSucceeded(shop, admission);
  const guarded = await findGuardedUser(shop.db, email);
  if (guarded) {
    const challenge = await openChallenge(shop, { userId: guarded, hash: user.hash });
    if (challenge === null) return { ok: false, reason: "invalid" };
    return { ok: false, reason: "second_step", headers: new Headers({ "Set-Cookie": challenge }) };
  }
  const headers = await openSession(
    shop,
    { ...user, known, hasGivenCode: false },
    { ip, userAgent, cookies },
  );
  return headers ? { ok: true, headers } : { ok: false, reason: "invalid" };
}

/** Whose password this is; hashes a password also where there is no such user. */
async function checkPassword(
  shop: Shop,
  { email, password, isKnown }: { email: string; password: string; isKnown: boolean },
): Promise<{ userId: string; email: string; hash: string } | null | HashingBusy> {
  if (password.length > PASSWORD_LENGTH_MAX) return null;
  const { hashing } = shop.auth;
  const user = await findCredential(shop.db, email);
  try {
    if (!user) {
      await hashing.hash(password, { isFirst: false });
      return null;
    }
    const isRight = await hashing.verify({ hash: user.hash, password }, { isFirst: isKnown });
    return isRight ? user : null;
  } catch (error) {
    if (error instanceof HashingBusy) return error;
    throw error;
  }
}
