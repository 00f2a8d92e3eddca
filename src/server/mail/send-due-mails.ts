// Sends the emails of the outbox, as many at the same time as the mailer takes. An email is leased by one worker at a
// time; the lease has a fencing token, so a worker that outlives its lease can't change anything. Sending happens
// outside any transaction: a slow mail server must not keep rows locked. Delivery is therefore at least once (a crash
// between the server's "250" and the update sends again), and every attempt has the same Message-ID so that a second
// copy can be recognized. Only emails that start right away are leased, so no lease expires while an email waits for a
// slot, and a stopping worker has none to release. While emails wait, the commit that leases the next ones also records
// how others ended: a commit takes longer than everything else here. Results that can't be recorded because the
// database is down are recorded by later rounds before they lease any email. An email that can't be written fails for
// good right away, with the reason; one that the server refuses is retried.

import { nowOf, type Shop } from "../core/shop.ts";
import { workQueues } from "../core/work-queues.ts";
import { assertOutsideTransaction, type Db, inTransaction } from "../db/transaction.ts";
import { EmailFacts } from "./email-facts.ts";
import { EmailLanes, type EndedEmail } from "./email-lanes.ts";
import { recordEmailAccepted } from "./mail-setup.ts";
import { type ClaimedEmail, claimMails, failEmails, finishEmails } from "./queries.ts";
import { aboutEmail, PASSWORD_PAUSE_MS, sendEmail } from "./send-email.ts";

const { leaseSeconds } = workQueues.mails;
/** How often the outbox is checked for due emails while one takes long. */
const LOOK_AGAIN_MS = 250;
/** How long results that could not be stored are retried; longer than a failover to a standby takes. */
const NOTE_MS_MAX = 2 * 60_000;

/** Results of emails that could not be stored yet. `since`: when storing first failed; null if it didn't. */
type Unnoted = { ended: EndedEmail[]; since: number | null };
const unnotedOf = new WeakMap<Shop, Unnoted>();

export type SendRound = {
  sent: number;
  /** Emails that failed for now or for good. */
  failed: number;
  /** When the first failed email is due again; null if none is. */
  nextInMs: number | null;
};

type Options = {
  /** The most emails to send; all that are due if omitted. */
  limit?: number;
  /** Aborts when the shop stops: no other email starts after that. */
  signal?: AbortSignal;
};

/**
 * Sends the due emails; ends when none is due and none is in progress. A slow email does not hold up the others. Throws
 * what the database throws, after the emails in progress have ended.
 */
export async function sendDueMails(
  shop: Shop,
  { limit = Number.POSITIVE_INFINITY, signal }: Options = {},
): Promise<SendRound> {
  assertOutsideTransaction("sending mail");
  const pausedMs = (shop.memory.emailsPausedUntil ?? 0) - shop.clock();
  if (pausedMs > 0 && pausedMs <= PASSWORD_PAUSE_MS && !unnotedOf.has(shop))
    return { sent: 0, failed: 0, nextInMs: pausedMs };
  // After a pause, one email tests whether the password is accepted now.
  const lanes = new EmailLanes(shop.memory.emailsPausedUntil === undefined ? (shop.mailer.atOnce ?? 1) : 1);
  const round: SendRound = { sent: 0, failed: 0, nextInMs: null };
  let failure: { error: unknown } | null = null;
  let { ended, since } = takeUnnoted(shop);
  let left = limit;
  let isDrained = false;
  for (;;) {
    const isPaused = pauseAfter(shop, ended);
    const free = failure || signal?.aborted || isPaused ? 0 : Math.min(lanes.free, left);
    try {
      const turn = await takeTurn(shop, ended, { limit: free, againMax: lanes.freeForAgain, isDrained });
      isDrained = turn.claimed.length < free;
      for (const end of ended) report(shop, end, turn.stood, round);
      const hasSent = ended.some(({ end }) => end.is === "sent");
      [ended, since] = [[], null];
      left -= turn.claimed.length;
      const facts = new EmailFacts(shop, turn.claimed);
      for (const mail of turn.claimed) lanes.begin(mail, sendEmail(shop, mail, { facts, signal }));
      if (hasSent) await recordEmailAccepted(shop);
    } catch (error) {
      // Results are stored by a later turn, in this run or the next.
      failure ??= { error };
      since ??= shop.clock();
    }
    if (lanes.isEmpty) break;
    const mayBegin = left > 0 && !isPaused && !failure && !signal?.aborted && lanes.free > 0;
    ended.push(...(await lanes.nextEnded(mayBegin ? LOOK_AGAIN_MS : null)));
  }
  if (ended.length > 0) keepUnnoted(shop, { ended, since });
  if (failure) throw failure.error;
  return round;
}

/** Whether the mail server refused the shop's password. It is logged once, and no other email starts. */
function pauseAfter(shop: Shop, ended: EndedEmail[]): boolean {
  if (ended.some(({ end }) => end.is === "sent")) shop.memory.emailsPausedUntil = undefined;
  const until = shop.memory.emailsPausedUntil ?? 0;
  if (!ended.some(({ end }) => end.is === "failed" && end.isPassword)) return until > shop.clock();
  if (until <= shop.clock())
    shop.log.error("mail.password_refused", { pausedForMs: PASSWORD_PAUSE_MS, fix: "SMTP_URL" });
  shop.memory.emailsPausedUntil = shop.clock() + PASSWORD_PAUSE_MS;
  return true;
}

/** Results that earlier runs could not store; each run takes over those of the one before. */
function takeUnnoted(shop: Shop): Unnoted {
  const unnoted = unnotedOf.get(shop);
  unnotedOf.delete(shop);
  const isFresh = unnoted && shop.clock() - (unnoted.since ?? 0) < NOTE_MS_MAX;
  return isFresh ? unnoted : { ended: [], since: null };
}

function keepUnnoted(shop: Shop, { ended, since }: Unnoted): void {
  const others = unnotedOf.get(shop)?.ended ?? [];
  unnotedOf.set(shop, { ended: [...others, ...ended], since });
}

type Turn = { stood: Set<string>; claimed: ClaimedEmail[] };

/**
 * Records how emails ended and leases others. While there are more emails than slots (`isDrained` false), one commit
 * does both; otherwise there is usually nothing to lease, and recording is a separate statement. `stood`: ids of those
 * whose lease still held.
 */
async function takeTurn(
  shop: Shop,
  ended: EndedEmail[],
  claim: { limit: number; againMax: number; isDrained: boolean },
): Promise<Turn> {
  const token = shop.newId();
  const notes = ended.flatMap(({ mail, end }) => (end.is === "failed" ? [{ mail, ...end }] : []));
  const sent = ended.flatMap(({ mail, end }) => (end.is === "sent" ? [mail] : []));
  const turn = async (db: Db): Promise<Turn> => {
    // Connecting, or the first attempt, may have taken long.
    const now = nowOf(shop);
    const finished = sent.length > 0 ? await finishEmails(db, sent, now) : [];
    const failed = notes.length > 0 ? await failEmails(db, notes, now) : [];
    const claimed = claim.limit > 0 ? await claimMails(db, { ...claim, now, leaseSeconds, token }) : [];
    return { stood: new Set([...finished, ...failed]), claimed };
  };
  const isOneNote = sent.length === 0 || notes.length === 0;
  const write =
    (claim.isDrained || claim.limit === 0) && isOneNote
      ? () => turn(shop.db)
      : () => inTransaction(shop, turn);
  if (sent.length + notes.length === 0) return turn(shop.db);
  // An unrecorded result means that the email is sent twice. After a broken connection the next one often works.
  return write().catch(write);
}

function report(shop: Shop, { mail, end }: EndedEmail, stood: Set<string>, round: SendRound): void {
  if (end.is === "sent") {
    round.sent += 1;
    if (stood.has(mail.id)) shop.log.info("mail.sent", aboutEmail(mail));
    else shop.log.warn("mail.sent_after_lease", aboutEmail(mail));
    return;
  }
  if (end.is === "dropped") {
    shop.log.info("mail.dropped", aboutEmail(mail));
    return;
  }
  round.failed += 1;
  if (end.is === "lost") return;
  // A mail server's message often repeats the recipient's address, so only the codes are logged.
  shop.log.warn(end.retryAt ? "mail.not_sent" : "mail.given_up", { ...aboutEmail(mail), ...end.logged });
  if (end.retryAt === null) return;
  const waitMs = Math.max(0, end.retryAt.getTime() - shop.clock());
  round.nextInMs = Math.min(round.nextInMs ?? waitMs, waitMs);
}
