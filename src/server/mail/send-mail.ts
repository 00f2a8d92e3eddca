// One try at one mail that this worker leases. While the mail server takes its time the lease is made longer again and
// again, so it can be short: the mail of a worker that died is another worker's after seconds. A try ends when the lease
// is lost, when it takes too long, and soon after the shop began to stop.
import { errorText } from "../log.ts";
import { nowOf, type Shop } from "../shop.ts";
import { retryAt, workQueues } from "../work-queues.ts";
import { composeMail } from "./compose-mail.ts";
import type { MailFacts } from "./mail-facts.ts";
import type { Mail } from "./mailer.ts";
import { type ClaimedMail, keepMail } from "./queries.ts";

const { attemptsMax, leaseSeconds } = workQueues.mails;
const ERROR_LENGTH_MAX = 500;
/** A lease outlasts three of these, so one that the database misses does no harm. */
const KEEP_EVERY_MS = 5_000;
const SEND_MS_MAX = 60_000;
/** What a mail under way gets when the shop stops. */
const STOP_MS = 1_500;

export type MailEnd =
  | { is: "sent" }
  /** `retryAt` null: it is given up. `logged` has nothing of the mail itself. */
  | { is: "failed"; error: string; retryAt: Date | null; logged: Record<string, unknown> }
  /** It is another worker's by now. */
  | { is: "lost" };

type Sending = { facts: MailFacts; signal: AbortSignal | undefined };

/** Tries to send a mail that was claimed just now; never rejects. Who calls it notes in the database how it ended. */
export async function sendMail(
  shop: Shop,
  claimed: ClaimedMail,
  { facts, signal }: Sending,
): Promise<MailEnd> {
  const claimedAt = shop.clock();
  // A mail whose worker crashed every time counts as failed too.
  if (claimed.attempts > attemptsMax) return givenUp("every attempt ended without an answer");
  try {
    const composed = await composeMail(shop, claimed, facts);
    if (!composed.ok) return givenUp(composed.reason);
    if (!(await stillHolds(shop, claimed, claimedAt))) return { is: "lost" };
    await deliver(shop, claimed, composed.mail, signal);
    return { is: "sent" };
  } catch (error) {
    const now = nowOf(shop);
    const after = retryAt(workQueues.mails, claimed.attempts, now);
    return {
      is: "failed",
      error: errorText(error).slice(0, ERROR_LENGTH_MAX),
      // The next worker need not wait for what this one did not finish.
      retryAt: after && signal?.aborted ? now : after,
      logged: errorCodes(error),
    };
  }
}

/** What the log may tell of a mail: neither to whom nor about what. */
export function aboutMail({
  id,
  kind,
  attempts,
}: ClaimedMail): Pick<ClaimedMail, "id" | "kind" | "attempts"> {
  return { id, kind, attempts };
}

function givenUp(reason: string): MailEnd {
  return { is: "failed", error: reason, retryAt: null, logged: { reason } };
}

/** Writing the mail may have waited for the database; one that is another worker's by now is not sent here. */
async function stillHolds(shop: Shop, claimed: ClaimedMail, claimedAt: number): Promise<boolean> {
  if (Math.abs(shop.clock() - claimedAt) < KEEP_EVERY_MS) return true;
  const holds = await keepMail(shop.db, claimed, { now: nowOf(shop), leaseSeconds });
  if (!holds) shop.log.warn("mail.lease_lost", aboutMail(claimed));
  return holds;
}

async function deliver(
  shop: Shop,
  claimed: ClaimedMail,
  mail: Mail,
  signal: AbortSignal | undefined,
): Promise<void> {
  const cut = new AbortController();
  const beginning = performance.now();
  const keep = async (): Promise<void> => {
    if (performance.now() - beginning > SEND_MS_MAX - KEEP_EVERY_MS / 2) cut.abort("no answer in time");
    else if (!(await keepMail(shop.db, claimed, { now: nowOf(shop), leaseSeconds }))) cut.abort("lease lost");
  };
  // A database that is away now may be there for the next beat.
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
