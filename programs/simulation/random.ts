// Pseudo-random numbers (mulberry32). Every decision of a schedule comes from one such source, in one order, so that a
// seed determines the whole schedule.
export type Random = {
  /** 0 ≤ n < 1. */
  next: () => number;
  /** A whole number from 0 to n - 1. */
  below: (n: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  /** One of the values, with a probability in proportion to its weight. */
  weighted: <T>(from: readonly (readonly [number, T])[]) => T;
};

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (from) => {
      if (from.length === 0) throw new Error("nothing to pick from");
      return from[below(from.length)]!;
    },
    weighted: (from) => {
      let left = next() * from.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of from) {
        left -= weight;
        if (left < 0) return value;
      }
      return from.at(-1)![1];
    },
  };
}
