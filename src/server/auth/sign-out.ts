import { errorText } from "../core/log.ts";
import type { Shop } from "../core/shop.ts";
import { clearHint, cookieHeaders } from "./hint-cookie.ts";
import { deleteSession } from "./queries.ts";
import { readSession } from "./read-session.ts";

export type SignOut =
  /** `headers` carries the Set-Cookie lines that remove the session's cookies. */
  { ok: true; headers: Headers } | { ok: false; reason: "session_not_ended" };

/**
 * Ends the session of this request in the database, then removes its cookies. A session that could not be
 * ended is still open, so its cookies stay and the owner sees no confirmation.
 */
export async function signOut(shop: Shop, request: Request): Promise<SignOut> {
  const found = await readSession(shop, request);
  try {
    // The library only logs a session that it could not delete, so it is deleted here first.
    if (found) await deleteSession(shop.db, found.token);
  } catch (error) {
    shop.log.error("auth.session_not_ended", { error: errorText(error) });
    return { ok: false, reason: "session_not_ended" };
  }
  const answer = await shop.auth.api.signOut({ headers: request.headers, returnHeaders: true });
  if (found) shop.log.info("auth.signed_out");
  const headers = cookieHeaders([...answer.headers.getSetCookie(), clearHint(shop.env)]);
  return { ok: true, headers };
}
