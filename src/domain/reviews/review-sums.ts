// What all shown reviews of a product come to.

/** `stars`: how many gave 1, 2, 3, 4, and 5. Fits: how many said so. */
export type ReviewSums = { stars: [number, number, number, number, number]; fits: FitSums };
export type FitSums = { small: number; true: number; large: number };

/** Fewer voices than this say nothing of a size. */
const FIT_VOICES_MIN = 3;

export function reviewCount({ stars }: Pick<ReviewSums, "stars">): number {
  return stars.reduce((sum, count) => sum + count, 0);
}

/** "4.8"; "0.0" without reviews. */
export function formatAverage({ stars }: Pick<ReviewSums, "stars">): string {
  const points = stars.reduce((sum, count, at) => sum + count * (at + 1), 0);
  return (points / Math.max(1, reviewCount({ stars }))).toFixed(1);
}

/** "12 of 15 say true to size": what most say; null while there are too few voices, or small and large are as many. */
export function formatFit(voices: FitSums): string | null {
  const all = voices.small + voices.true + voices.large;
  const most = Math.max(voices.small, voices.large);
  if (all < FIT_VOICES_MIN) return null;
  if (voices.true >= most) return `${voices.true} of ${all} say true to size`;
  if (voices.small === voices.large) return null;
  return `${most} of ${all} say it runs ${voices.small > voices.large ? "small" : "large"}`;
}

export const REVIEWS_PER_PAGE = 10;
