// Sends the mails of the outbox. A mail is leased by one worker at a time; the lease has a fencing token, so a worker that
// was slower than its lease changes nothing afterward. Sending happens outside any transaction: a slow mail server must
// not keep rows locked. Delivery is therefore at least once (a crash between the server's "250" and our update sends
// again), and every attempt has the same Message-ID so that a second copy can be recognized. Mails are leased one by
// one, because a lease for a batch would have to outlast the slowest server times the size of the batch. A mail that
// can't be written is dead at once, with the reason; one that the server refuses is tried again.
import { assertOutsideTransaction } from "../db/transaction.ts";
import { errorText } from "../log.ts";
import { nowOf, type Shop } from "../shop.ts";
import { retryAt, workQueues } from "../work-queues.ts";
import { composeMail } from "./compose-mail.ts";
import { type ClaimedMail, claimMail, failMail, finishMail } from "./queries.ts";

const { attemptsMax, leaseSeconds } = workQueues.mails;
const ERROR_LENGTH_MAX = 500;

/** Sends up to `limit` mails that are due, one after the other. `failed` counts later retries and dead ones. */
export async function sendDueMails(
  shop: Shop,
  { limit }: { limit: number },
): Promise<{ sent: number; failed: number }> {
  assertOutsideTransaction("sending mail");
  const result = { sent: 0, failed: 0 };
  for (let count = 0; count < limit; count += 1) {
    const token = shop.newId();
    const mail = await claimMail(shop.db, { now: nowOf(shop), leaseSeconds, token });
    if (!mail) break;
    if (await sendOne(shop, mail)) result.sent += 1;
    else result.failed += 1;
  }
  return result;
}

async function sendOne(shop: Shop, claimed: ClaimedMail): Promise<boolean> {
  // A mail whose worker crashed every time counts as failed too.
  if (claimed.attempts > attemptsMax) return bury(shop, claimed, "every attempt ended without an answer");
  try {
    const composed = await composeMail(shop, claimed);
    if (!composed.ok) return bury(shop, claimed, composed.reason);
    await shop.mailer.send(composed.mail);
  } catch (error) {
    return retryLater(shop, claimed, error);
  }
  const stood = await finishMail(shop.db, claimed, nowOf(shop));
  if (stood) shop.log.info("mail.sent", about(claimed));
  else shop.log.warn("mail.sent_after_lease", about(claimed));
  return true;
}

/** Gives the mail up; the outbox keeps it with the reason. */
async function bury(shop: Shop, mail: ClaimedMail, reason: string): Promise<false> {
  await failMail(shop.db, mail, { error: reason, retryAt: null, now: nowOf(shop) });
  shop.log.warn("mail.given_up", { ...about(mail), reason });
  return false;
}

async function retryLater(shop: Shop, mail: ClaimedMail, error: unknown): Promise<false> {
  const text = errorText(error).slice(0, ERROR_LENGTH_MAX);
  const now = nowOf(shop);
  const failure = { error: text, retryAt: retryAt(workQueues.mails, mail.attempts, now), now };
  await failMail(shop.db, mail, failure);
  // A mail server's message often repeats the email, so the log gets only the codes.
  const event = failure.retryAt ? "mail.not_sent" : "mail.given_up";
  shop.log.warn(event, { ...about(mail), ...errorCodes(error) });
  return false;
}

function about(mail: ClaimedMail): { id: string; kind: string; attempts: number } {
  return { id: mail.id, kind: mail.kind, attempts: mail.attempts };
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
