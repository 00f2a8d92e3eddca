// The owner's open sessions, and ending them. A session is named by its row's id, which opens nothing; the token that
// does never leaves the database. Users can only end sessions of their own, whatever id is sent.
import { inTransaction } from "../db/transaction.ts";
import type { Shop } from "../shop.ts";
import { noteChange } from "./note-change.ts";
import { endSessions, listSessionsOf, type SessionRow } from "./queries.ts";

export type OpenSession = SessionRow & {
  /** "Chrome on macOS", as far as the browser says. */
  device: string;
  isCurrent: boolean;
};

/** The user and session that a request belongs to. */
export type Current = { userId: string; sessionId: string; email: string };

/** Whose request this is. Throws without a session: ask only behind the guard. */
export async function currentSession(shop: Shop, request: Request): Promise<Current> {
  const found = await shop.auth.api.getSession({ headers: request.headers, query: { disableRefresh: true } });
  if (!found) throw new Error("asked for the session of a request without one");
  return { userId: found.user.id, sessionId: found.session.id, email: found.user.email.toLowerCase() };
}

export async function listSessions(shop: Shop, request: Request): Promise<OpenSession[]> {
  const { userId, sessionId } = await currentSession(shop, request);
  const rows = await listSessionsOf(shop.db, userId);
  return rows.map((row) => ({ ...row, device: deviceName(row.userAgent), isCurrent: row.id === sessionId }));
}

/** Ends every other session of this user, or the one with this id. Returns how many were ended. */
export async function signOutSessions(
  shop: Shop,
  request: Request,
  { which }: { which: "others" | { id: string } },
): Promise<number> {
  const { userId, sessionId, email } = await currentSession(shop, request);
  const wanted = which === "others" ? { except: sessionId } : { only: which.id };
  return inTransaction(shop, async (tx) => {
    const ended = await endSessions(tx, { userId, ...wanted });
    await noteChange(tx, shop, { userId, email }, { action: "sessions.ended", after: { ended } });
    return ended;
  });
}

const BROWSERS: [string, RegExp][] = [
  ["Edge", /\bEdg(?:A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: [string, RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

/** "Chrome on macOS"; whatever is not recognized is left out. */
export function deviceName(userAgent: string | null): string {
  const known = (list: [string, RegExp][]) => list.find(([, sign]) => sign.test(userAgent ?? ""))?.[0];
  const browser = known(BROWSERS);
  const system = known(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
