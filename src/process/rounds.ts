// A round of the worker: one run of what a task does.

import type { Shop } from "#server/core/shop.ts";
import { runEach } from "#server/db/jobs/run-each.ts";

/**
 * `signal` aborts when the shop stops; what takes seconds ends then. The answer may hold a wish for the next round:
 * `nextInMs`, sooner than the pace of its task; null: at its pace.
 */
export type Round = (shop: Shop, signal: AbortSignal) => Promise<unknown>;

export function wishOf(answer: unknown): number | null {
  const hasWish = typeof answer === "object" && answer !== null && "nextInMs" in answer;
  return hasWish ? (answer as { nextInMs: number | null }).nextInMs : null;
}

/**
 * Rounds that have one pace. A failure of one keeps none of the others from running. Answers what all of them answered; the
 * soonest wish counts.
 */
export function together(...rounds: Round[]): Round {
  return async (shop, signal) => {
    const answers: unknown[] = [];
    await runEach(rounds, async (round) => answers.push(await round(shop, signal)));
    const wishes = answers.map(wishOf).filter((wish) => wish !== null);
    return Object.assign({}, ...answers, { nextInMs: wishes.length > 0 ? Math.min(...wishes) : null });
  };
}
