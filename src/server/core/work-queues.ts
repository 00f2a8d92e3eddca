// The queues of work in the database, and the pattern that they share. A worker leases work: during the lease no other
// worker takes it, and the try is counted when it begins, so that work that kills its worker counts too. A lease is longer
// than any try; that of an email is made longer during the try. A worker that is slower still changes nothing: emails
// and jobs are fenced by a token; calls to the provider have a stored key, so two of them count as one. After a failed try comes a pause; after the last one the work is given up with its reason, for the
// owner to see.

const MINUTE = 60;
const HOUR = 60 * MINUTE;

type Retries = {
  attemptsMax: number;
  /** Seconds after the first, second … try that failed; the last one goes on. */
  pauses: readonly number[];
};

export const workQueues = {
  /**
   * outbox. The tries are spread over a day, as long as a mail server may be down. The lease is short, so that the emails
   * of a worker that died go out soon; a worker that is still sending makes its lease longer.
   */
  mails: { leaseSeconds: 20, attemptsMax: 13, pauses: growing(1, 3, 9 * HOUR) },
  /** jobs that sync orders: tries of one step. */
  syncs: { leaseSeconds: 180, attemptsMax: 5, pauses: growing(2, 3, HOUR) },
  /** payment_operations. The tries take 35 hours: longer than any key is remembered. */
  operations: { leaseSeconds: 120, attemptsMax: 45, pauses: growing(5, 2, HOUR) },
  /** payment_events. Not leased: an event only makes the shop ask the provider, and asking twice does no harm. */
  events: { attemptsMax: Number.POSITIVE_INFINITY, pauses: growing(2, 3, HOUR) },
  /** jobs that draw AVIF. The lease covers a drawing (DRAWING_MS_MAX) and the upload of its files to a slow store. */
  pictures: { leaseSeconds: 15 * MINUTE, attemptsMax: 5, pauses: [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR] },
} satisfies Record<string, Retries & { leaseSeconds?: number }>;

/** When work is due again after this many failed tries; null: it is given up. */
export function retryAt({ attemptsMax, pauses }: Retries, attempts: number, now: Date): Date | null {
  if (attempts >= attemptsMax) return null;
  const seconds = pauses[attempts - 1] ?? pauses.at(-1) ?? 0;
  return new Date(now.getTime() + seconds * 1_000);
}

/** Each pause is `factor` times the one before, up to the longest. */
function growing(first: number, factor: number, longest: number): number[] {
  return first < longest ? [first, ...growing(first * factor, factor, longest)] : [longest];
}
