// The owner's open sessions, and ending them. A session is named by its row's id, which opens nothing; the token that
// does never leaves the database. Users can only end their own sessions, with any id.
import type { SessionRules } from "#domain/auth/session-rules.ts";
import { sessionRulesForm } from "#domain/auth/session-rules-form.ts";
import { type FormSaved, type FormValues, readForm } from "#domain/form/form-saved.ts";
import type { Shop } from "../core/shop.ts";
import { inTransaction } from "../db/transaction.ts";
import { noteChange } from "./note-change.ts";
import { endsAt, readSession } from "./read-session.ts";
import {
  endSessions,
  findSessionRules,
  listSessionsOf,
  replaceSessionRules,
  type SessionRow,
} from "./session-queries.ts";

export type OpenSession = SessionRow & {
  /** "Chrome on macOS", as far as the browser says. */
  device: string;
  isCurrent: boolean;
  /** When it ends at the latest, and when if it is not used anymore. */
  latestEnd: Date;
  end: Date;
};

/** The user and session that a request belongs to. */
export type Current = { userId: string; sessionId: string; email: string };

/** Whose request this is. Throws without a session: ask only behind the guard. */
export async function currentSession(shop: Shop, request: Request): Promise<Current> {
  const found = await readSession(shop, request);
  if (!found) throw new Error("asked for the session of a request without one");
  const { userId, sessionId, email } = found;
  return { userId, sessionId, email };
}

/** This session first, then the one used last. */
export async function listSessions(shop: Shop, request: Request): Promise<OpenSession[]> {
  const { userId, sessionId } = await currentSession(shop, request);
  const rules = await findSessionRules(shop.db);
  const rows = await listSessionsOf(shop.db, userId);
  return rows
    .map((row) => ({
      ...row,
      device: deviceName(row.userAgent),
      isCurrent: row.id === sessionId,
      latestEnd: new Date(row.openedAt.getTime() + rules.absoluteMinutes * 60_000),
      end: new Date(endsAt(row, rules)),
    }))
    .filter(({ end }) => end.getTime() > shop.clock())
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

export function loadSessionRules(shop: Shop): Promise<SessionRules> {
  return findSessionRules(shop.db);
}

/** How long sessions last from now on, those that are open too. */
export async function changeSessionRules(
  shop: Shop,
  request: Request,
  fields: FormValues,
): Promise<FormSaved> {
  const parsed = readForm(sessionRulesForm, fields);
  if (!parsed.ok) return parsed;
  const rules = parsed.value;
  const current = await currentSession(shop, request);
  await inTransaction(shop, async (tx) => {
    const before = await replaceSessionRules(tx, rules);
    await noteChange(tx, shop, current, { action: "session_rules.changed", before, after: rules });
  });
  return { ok: true, now: rules };
}

/**
 * Ends every other session of this user, or the one with this id, and forgets the browsers. Returns how many sessions
 * were ended.
 */
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
  ["Chrome", /(?:Chrome|Chromium|CriOS)\//],
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

/** "Chrome on macOS"; unknown parts are left out. */
export function deviceName(userAgent: string | null): string {
  const known = (list: [string, RegExp][]) => list.find(([, sign]) => sign.test(userAgent ?? ""))?.[0];
  const browser = known(BROWSERS);
  const system = known(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
