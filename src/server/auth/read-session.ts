// Whose session a request carries. The library knows the cookie and its signature; whether the session still lasts is
// decided here, by the shop's clock and the owner's rules: it ends when it was not used for a time, and at the latest
// some time after it was opened. An ended session is deleted right away. Every look at a session goes through here.
import type { SessionRules } from "#domain/auth/session-rules.ts";
import { errorText } from "../core/log.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { deleteSession } from "./queries.ts";
import { findSessionState, touchSession } from "./session-queries.ts";

const NOTED_EVERY_MS = 60_000;
const MINUTE_MS = 60_000;

export type LiveSession = {
  userId: string;
  sessionId: string;
  token: string;
  /** In lower case. */
  email: string;
  /** When the password was last given in this session. */
  passwordAt: Date;
};

/** The open session of a request, or null. */
export async function readSession(shop: Shop, request: Request): Promise<LiveSession | null> {
  const found = await shop.auth.api.getSession({ headers: request.headers, query: { disableRefresh: true } });
  if (!found) return null;
  const { id: sessionId, token } = found.session;
  const state = await findSessionState(shop.db, sessionId);
  if (!state) return null;
  if (endsAt(state, state.rules) <= shop.clock()) {
    await deleteSession(shop.db, token);
    shop.log.info("auth.session_ended");
    return null;
  }
  await noteUse(shop, sessionId, state.lastUsedAt);
  const { passwordAt } = state;
  return { userId: found.user.id, sessionId, token, email: found.user.email.toLowerCase(), passwordAt };
}

type Times = { openedAt: Date; lastUsedAt: Date };

/** When a session ends if it is not used anymore, in milliseconds since 1970. */
export function endsAt(
  { openedAt, lastUsedAt }: Times,
  { idleMinutes, absoluteMinutes }: SessionRules,
): number {
  return Math.min(
    lastUsedAt.getTime() + idleMinutes * MINUTE_MS,
    openedAt.getTime() + absoluteMinutes * MINUTE_MS,
  );
}

/** The note is not worth refusing a request for. */
async function noteUse(shop: Shop, sessionId: string, lastUsedAt: Date): Promise<void> {
  if (shop.clock() - lastUsedAt.getTime() < NOTED_EVERY_MS) return;
  await touchSession(shop.db, sessionId, nowOf(shop)).catch((error: unknown) =>
    shop.log.warn("auth.use_not_noted", { error: errorText(error) }),
  );
}
