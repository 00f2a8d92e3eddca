// The last step of signing in: the session, its cookies, and this browser as one that is known from now on.
import { CLIENT_IP_HEADER } from "../core/client-ip.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction } from "../db/transaction.ts";
import { USER_AGENT_MAX } from "./auth.ts";
import { rememberDevice } from "./devices/known-device.ts";
import { sessionHeaders } from "./hint-cookie.ts";
import { holdPassword } from "./queries.ts";
import { findFactor } from "./second-factor/second-factor-queries.ts";
import { deleteEndedSessions, findSessionRules, startSession } from "./session-queries.ts";

/** The browser that signs in. */
export type Browser = {
  /** The client IP, as the HTTP listener found it. */
  ip: string;
  /** For the owner's list of sessions. */
  userAgent: string;
  /** Its `Cookie` header. */
  cookies: string;
};

/**
 * Opens a session for a user who has passed every step. Answers the Set-Cookie lines; null when the password that they
 * gave (`hash`) is not theirs anymore, or a code is needed by now that they have not given.
 */
export async function openSession(
  shop: Shop,
  user: { userId: string; email: string; hash: string; known: string | null; hasGivenCode: boolean },
  { ip, userAgent, cookies }: Browser,
): Promise<Headers | null> {
  const { userId, email, known } = user;
  const now = nowOf(shop);
  const rules = await findSessionRules(shop.db);
  const maxAgeSeconds = rules.absoluteMinutes * 60;
  const headers = new Headers({ [CLIENT_IP_HEADER]: ip });
  if (userAgent) headers.set("User-Agent", userAgent.slice(0, USER_AGENT_MAX));
  const answer = await shop.auth.api.openSession({
    body: { userId, maxAgeSeconds },
    headers,
    returnHeaders: true,
  });
  const setCookies = await inTransaction(shop, async (tx) => {
    if (!(await holdPassword(tx, user))) return null;
    if (!user.hasGivenCode && (await findFactor(tx, userId))) return null;
    const remembered = await rememberDevice(shop, tx, { userId, email, known, cookies });
    await startSession(tx, { id: answer.response.id, device: remembered.device, now });
    return remembered.setCookies;
  });
  // The session that was never opened completely opens nothing, and is deleted at the next sign-in.
  if (setCookies === null) return null;
  await deleteEndedSessions(shop.db, { userId, rules, now });
  shop.log.info("auth.signed_in", { isKnownBrowser: known !== null });
  return sessionHeaders(shop.env, [...answer.headers.getSetCookie(), ...setCookies], {
    email,
    maxAgeSeconds,
  });
}
