// The second step of signing in, for an owner who has turned it on. The right password opens no session: it
// makes a challenge, a random token in a cookie of the sign-in page that lasts ten minutes. With the
// challenge and a code of the app (or a recovery code) the session is opened. Codes are counted before they
// are looked at, so a burst of guesses can't outrun the count.
import { createHash, randomBytes } from "node:crypto";
import type { Environment } from "../../core/env.ts";
import { noteAccount } from "../../core/request-context.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { isHttps } from "../auth.ts";
import { findKnownDevice } from "../devices/known-device.ts";
import { admitCode, attemptSucceeded, type Throttled } from "../limits/sign-in-throttle.ts";
import { findCredential, holdPassword } from "../queries.ts";
import { openSession } from "../start-session.ts";
import { acceptCode } from "./accept-code.ts";
import { deleteChallenge, findChallenge, insertChallenge } from "./second-factor-queries.ts";

export const CHALLENGE_MINUTES = 10;
const COOKIE = "shop_second_step";

export type CompleteSignIn =
  /** `headers` carries the Set-Cookie lines of the session. */
  | { ok: true; headers: Headers }
  | { ok: false; reason: "invalid" }
  /** No challenge, one that ran out, or one that was answered already: back to the password. */
  | { ok: false; reason: "expired" }
  | Throttled;

/** Notes that this user gave the right password. Answers the Set-Cookie line that proves it; null: it is not theirs anymore. */
export async function openChallenge(
  shop: Shop,
  user: { userId: string; hash: string },
): Promise<string | null> {
  const token = randomBytes(32).toString("base64url");
  const now = nowOf(shop);
  const expiresAt = new Date(now.getTime() + CHALLENGE_MINUTES * 60_000);
  const isTheirs = await inTransaction(shop, async (tx) => {
    if (!(await holdPassword(tx, user))) return false;
    await insertChallenge(tx, { tokenHash: hashOf(token), userId: user.userId, expiresAt, now });
    return true;
  });
  return isTheirs ? challengeCookie(shop.env, token, CHALLENGE_MINUTES * 60) : null;
}

/** Whether this browser has given the right password and may be asked for a code. */
export async function hasChallenge(shop: Shop, request: Request): Promise<boolean> {
  const token = tokenIn(request);
  return token !== null && (await findChallenge(shop.db, hashOf(token), nowOf(shop))) !== null;
}

/** Throws only when the shop itself fails. */
export async function completeSignIn(
  shop: Shop,
  request: Request,
  { code, ip }: { code: string; ip: string },
): Promise<CompleteSignIn> {
  const token = tokenIn(request);
  const challenge = token && (await findChallenge(shop.db, hashOf(token), nowOf(shop)));
  if (!challenge) return { ok: false, reason: "expired" };
  const { userId, email } = challenge;
  const cookies = request.headers.get("Cookie") ?? "";
  const known = await findKnownDevice(shop, { cookies, email });
  const admission = await admitCode(shop, { email, ip, device: known });
  noteAccount(shop.hashClient(email));
  if (!admission.ok) {
    shop.log.warn("auth.second_step_throttled");
    return admission;
  }
  // A new password ends all challenges, so as long as this one is there, this is the password that made it.
  const hash = (await findCredential(shop.db, email))?.hash ?? "";
  const outcome = await inTransaction(shop, async (tx) => {
    if (!(await acceptCode(tx, shop, { userId, email, typed: code }))) return "invalid" as const;
    return (await deleteChallenge(tx, hashOf(token))) ? ("accepted" as const) : ("expired" as const);
  });
  if (outcome !== "accepted") {
    shop.log.warn("auth.second_step_refused");
    return { ok: false, reason: outcome };
  }
  await attemptSucceeded(shop, admission);
  const userAgent = request.headers.get("User-Agent") ?? "";
  const user = { userId, email, hash, known, hasGivenCode: true };
  const headers = await openSession(shop, user, { ip, userAgent, cookies });
  if (!headers) return { ok: false, reason: "expired" };
  headers.append("Set-Cookie", challengeCookie(shop.env, "", 0));
  return { ok: true, headers };
}

function tokenIn(request: Request): string | null {
  const cookies = request.headers.get("Cookie") ?? "";
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(cookies)?.[1] ?? null;
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function challengeCookie(env: Pick<Environment, "publicUrl">, token: string, maxAgeSeconds: number): string {
  const secure = isHttps(env) ? "; Secure" : "";
  return `${COOKIE}=${token}; Path=/admin/login; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
