// The stock hold as the shopper sees it: how long the items are still held, and when the page asks for more
// time. Only an active shopper keeps a hold alive; in an abandoned tab it runs out. The server extends a hold once, and
// only after a try to pay, so the page asks late.

export const EXTEND_BELOW_MS = 3 * 60_000;
export const ACTIVE_WITHIN_MS = 60_000;
export const EXTEND_AGAIN_AFTER_MS = 60_000;
/** A full hold is enough time, and a clock next to the card form only adds pressure: it shows in the last minutes. */
export const SHOWN_BELOW_MS = 3 * 60_000;
/** Below this, screen readers announce the countdown, once. */
export const HURRY_BELOW_MS = 2 * 60_000;

/** 872000 → "14:32". Never below 0:00. */
export function formatRemaining(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** All times in milliseconds on the same clock. */
export function shouldExtend(times: {
  now: number;
  heldUntil: number;
  lastActiveAt: number;
  lastAskedAt: number;
}): boolean {
  const { now, heldUntil, lastActiveAt, lastAskedAt } = times;
  const remaining = heldUntil - now;
  return (
    remaining > 0 &&
    remaining < EXTEND_BELOW_MS &&
    now - lastActiveAt <= ACTIVE_WITHIN_MS &&
    now - lastAskedAt >= EXTEND_AGAIN_AFTER_MS
  );
}

/**
 * An ISO time of the server → the same moment on this browser's clock. Clocks of phones are wrong by
 * minutes; the answer's own Date header says what the server's clock showed when it answered.
 */
export function onThisClock(serverTime: string, answeredAt: string | null, now: number): number {
  const until = Date.parse(serverTime);
  const serverNow = answeredAt === null ? Number.NaN : Date.parse(answeredAt);
  return Number.isNaN(serverNow) ? until : now + (until - serverNow);
}
