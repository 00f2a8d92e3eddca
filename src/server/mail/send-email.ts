// One attempt to send one leased email. The lease is renewed while the mail server takes its time, so it can be short: an
// email of a worker that died goes to another worker within seconds. An attempt ends when the lease is lost or can't be
// renewed, when it takes too long, and shortly after the shop starts to stop.
import { errorText } from "../core/log.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { retryAt, workQueues } from "../core/work-queues.ts";
import { composeEmail } from "./compose-email.ts";
import type { EmailFacts } from "./email-facts.ts";
import { type Mail, SEND_MS_MAX } from "./mailer.ts";
import { type ClaimedEmail, dropEmail, keepEmail } from "./queries.ts";

const { attemptsMax, leaseSeconds } = workQueues.mails;
const LEASE_MS = leaseSeconds * 1_000;
/** The pause before the next attempt after a refused password. */
export const PASSWORD_PAUSE_MS = 15 * 60_000;
/** The prefix of the stored error of such an email. */
export const PASSWORD_REFUSED = "The mail server rejected the user name or password. ";
const ERROR_LENGTH_MAX = 500;
/** A lease outlasts three of these, so one missed renewal does no harm. */
const KEEP_EVERY_MS = 5_000;
/** The time an email in progress gets when the shop stops. */
const STOP_MS = 2_500;
/** How often an email in progress checks whether its lease is about to lapse. */
const LOOK_MS = 1_000;

export type EmailEnd =
  | { is: "sent" }
  /** `retryAt` null: it failed for good. `logged` has nothing of the email itself. */
  | {
      is: "failed";
      error: string;
      retryAt: Date | null;
      logged: Record<string, unknown>;
      /** The mail server refused the shop's user name or password. */
      isPassword?: boolean;
    }
  /** Another worker has taken over the email. */
  | { is: "lost" }
  /** The email was no longer true, and was dropped. */
  | { is: "dropped" };

type Sending = { facts: EmailFacts; signal: AbortSignal | undefined };

/** Tries to send an email that was just claimed; never rejects. The caller stores the result in the database. */
export async function sendEmail(
  shop: Shop,
  claimed: ClaimedEmail,
  { facts, signal }: Sending,
): Promise<EmailEnd> {
  // An email whose worker crashed every time counts as failed too.
  if (claimed.attempts > attemptsMax) return givenUp("every attempt ended without an answer");
  try {
    const composed = await composeEmail(shop, claimed, facts);
    if (!composed.ok && composed.drop) return await drop(shop, claimed, composed.reason, composed.drop);
    if (!composed.ok) return givenUp(composed.reason);
    const leaseMs = await leaseLeft(shop, claimed);
    if (leaseMs === null) return { is: "lost" };
    await deliver(shop, claimed, composed.mail, { leaseMs, signal });
    return { is: "sent" };
  } catch (error) {
    const now = nowOf(shop);
    const isPassword = isPasswordRefused(error);
    const after = isPassword
      ? new Date(now.getTime() + PASSWORD_PAUSE_MS)
      : retryAt(workQueues.mails, claimed.attempts, now);
    return {
      is: "failed",
      isPassword,
      // The mail server's message may contain a NUL, which PostgreSQL can't store in text.
      error: `${isPassword ? PASSWORD_REFUSED : ""}${errorText(error)}`
        .replaceAll("\0", "")
        .slice(0, ERROR_LENGTH_MAX),
      // The next worker can retry right away an email that this one did not finish.
      retryAt: after && signal?.aborted ? now : after,
      logged: errorCodes(error),
    };
  }
}

/** Another attempt would end the same way, and mail hosts lock accounts after several failures. */
function isPasswordRefused(error: unknown): boolean {
  const { code, response } = errorCodes(error);
  return code === "EAUTH" || response === 534 || response === 535;
}

/** The fields of an email that may be logged: never the recipient or the content. */
export function aboutEmail({
  id,
  kind,
  attempts,
}: ClaimedEmail): Pick<ClaimedEmail, "id" | "kind" | "attempts"> {
  return { id, kind, attempts };
}

function givenUp(reason: string): EmailEnd {
  return { is: "failed", error: reason, retryAt: null, logged: { reason } };
}

/** A separate statement, so that putting a restock request back in line takes no lock that waits for another email. */
async function drop(
  shop: Shop,
  claimed: ClaimedEmail,
  reason: string,
  { backInLine }: { backInLine: string | null },
): Promise<EmailEnd> {
  const stood = await dropEmail(shop.db, { mail: claimed, reason, backInLine, now: nowOf(shop) });
  return { is: stood ? "dropped" : "lost" };
}

/**
 * How long the lease lasts from now on, in milliseconds. If claiming and writing the email waited for the database, the
 * lease is renewed. Null: another worker has taken over the email, so it is not sent here.
 */
async function leaseLeft(shop: Shop, claimed: ClaimedEmail): Promise<number | null> {
  const age = Math.abs(shop.clock() - claimed.claimedAt.getTime());
  if (age < KEEP_EVERY_MS) return LEASE_MS - age;
  const asked = performance.now();
  if (await keepEmail(shop.db, claimed, { now: nowOf(shop), leaseSeconds }))
    return LEASE_MS - (performance.now() - asked);
  shop.log.warn("mail.lease_lost", aboutEmail(claimed));
  return null;
}

async function deliver(
  shop: Shop,
  claimed: ClaimedEmail,
  mail: Mail,
  { leaseMs, signal }: { leaseMs: number; signal: AbortSignal | undefined },
): Promise<void> {
  const cut = new AbortController();
  const beginning = performance.now();
  let heldUntil = beginning + leaseMs;
  const keep = async (): Promise<void> => {
    const asked = performance.now();
    if (asked - beginning > SEND_MS_MAX - KEEP_EVERY_MS / 2) cut.abort("no answer in time");
    else if (await keepEmail(shop.db, claimed, { now: nowOf(shop), leaseSeconds }))
      heldUntil = asked + LEASE_MS;
    else cut.abort("lease lost");
  };
  // Without a response from the database, another worker would soon take over the email.
  const look = setInterval(() => {
    if (performance.now() + LOOK_MS >= heldUntil) cut.abort("lease lapsed");
  }, LOOK_MS);
  // A database that is unreachable now may respond to the next renewal.
  const beat = setInterval(() => void keep().catch(() => {}), KEEP_EVERY_MS);
  let stop: NodeJS.Timeout | undefined;
  const onStop = (): void => {
    stop = setTimeout(() => cut.abort("the shop stopped"), STOP_MS);
  };
  if (signal?.aborted) onStop();
  else signal?.addEventListener("abort", onStop, { once: true });
  try {
    await shop.mailer.send(mail, cut.signal);
  } catch (error) {
    throw cut.signal.aborted ? new Error(String(cut.signal.reason), { cause: error }) : error;
  } finally {
    clearInterval(look);
    clearInterval(beat);
    clearTimeout(stop);
    signal?.removeEventListener("abort", onStop);
  }
}

function errorCodes(error: unknown): { error: string; code: string | null; response: number | null } {
  const { name, code, responseCode } = (error ?? {}) as {
    name?: unknown;
    code?: unknown;
    responseCode?: unknown;
  };
  return {
    error: typeof name === "string" ? name : "unknown",
    code: typeof code === "string" ? code : null,
    response: typeof responseCode === "number" ? responseCode : null,
  };
}
