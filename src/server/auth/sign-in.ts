// The way into the back office: email and password. For an owner with a second factor this is the first of two steps
// (the second is complete-sign-in.ts). An unknown email and a wrong password get the same answer after the same work:
// the library hashes the password either way, and the throttle counts either email. Attempts are counted before the
// password is checked, so a burst of guesses can't outrun the count. Two limits apply: ours per account, the
// library's per client IP.
import { CLIENT_IP_HEADER } from "../client-ip.ts";
import {
  admitAttempt,
  attemptNotMade,
  attemptSucceeded,
  type Throttled,
} from "../limits/sign-in-throttle.ts";
import type { Shop } from "../shop.ts";
import { USER_AGENT_MAX } from "./auth.ts";
import { sessionHeaders } from "./hint-cookie.ts";
import { deleteSession } from "./queries.ts";
import { openChallenge } from "./second-factor/complete-sign-in.ts";
import { findGuardedUser } from "./second-factor/second-factor-queries.ts";

export type SignInInput = {
  email: string;
  password: string;
  /** The client IP, as the HTTP listener found it. */
  ip: string;
  /** The browser's user agent, for the owner's list of sessions. */
  userAgent?: string;
};

export type SignIn =
  /** `headers` carries the Set-Cookie lines of the new session. */
  | { ok: true; headers: Headers }
  /** The password is right and a code is still owed; `headers` carries what the second step asks for. */
  | { ok: false; reason: "second_step"; headers: Headers }
  | { ok: false; reason: "invalid" }
  | Throttled;

const TOO_MANY = 429;

/** Checks email and password and opens a session. Throws only when the shop itself fails. */
export async function signIn(shop: Shop, { email, password, ip, userAgent }: SignInInput): Promise<SignIn> {
  const admission = await admitAttempt(shop, email);
  if (!admission.ok) return admission;
  const answer = await askLibrary(shop, { email: email.trim(), password, ip, userAgent });
  if (answer.status === TOO_MANY) {
    await attemptNotMade(shop, email);
    const retryAfterSeconds = Number(answer.headers.get("x-retry-after")) || 60;
    return { ok: false, reason: "throttled", retryAfterSeconds };
  }
  if (answer.status >= 500) throw new Error(`sign-in answered ${answer.status}`);
  if (!answer.ok) {
    shop.log.warn("auth.sign_in_refused");
    return { ok: false, reason: "invalid" };
  }
  await attemptSucceeded(shop, email);
  const guarded = await findGuardedUser(shop.db, email.trim().toLowerCase());
  if (guarded) return oweSecondStep(shop, answer, guarded);
  shop.log.info("auth.signed_in");
  return { ok: true, headers: sessionHeaders(shop.env, answer.headers.getSetCookie(), email) };
}

/** The library has opened a session for the password alone: it ends before anyone can use it. */
async function oweSecondStep(shop: Shop, answer: Response, userId: string): Promise<SignIn> {
  const { token } = (await answer.json()) as { token: string };
  await deleteSession(shop.db, token);
  const headers = new Headers({ "Set-Cookie": await openChallenge(shop, { userId }) });
  return { ok: false, reason: "second_step", headers };
}

/** A request of our own to the library's handler: a direct call would skip its count per client IP. */
function askLibrary(shop: Shop, { email, password, ip, userAgent }: SignInInput): Promise<Response> {
  const headers = new Headers({
    "Content-Type": "application/json",
    Origin: shop.env.publicUrl,
    [CLIENT_IP_HEADER]: ip,
    ...(userAgent ? { "User-Agent": userAgent.slice(0, USER_AGENT_MAX) } : {}),
  });
  return shop.auth.handler(
    new Request(`${shop.env.publicUrl}/api/auth/sign-in/email`, {
      method: "POST",
      headers,
      body: JSON.stringify({ email, password }),
    }),
  );
}
