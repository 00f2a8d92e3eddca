// The shop shows one message at a time, and paying causes three in a row (paid, order created, order
// found). Each of them stays long enough to be read before the next one takes its place.

export const READING_MS = 1_500;

type Surroundings = { now: () => number; later: (run: () => void, ms: number) => void };

export function createToastQueue({ now, later }: Surroundings) {
  let freeAt = 0;
  /** Shows a message now, or as soon as the one before it could be read. */
  return (show: () => void) => {
    const time = now();
    const begin = Math.max(time, freeAt);
    freeAt = begin + READING_MS;
    if (begin === time) show();
    else later(show, begin - time);
  };
}

export const tellInTurn = createToastQueue({
  now: () => Date.now(),
  later: (run, ms) => void setTimeout(run, ms),
});
