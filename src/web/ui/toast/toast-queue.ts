/** Paying causes three messages in a row; each stays this long before the next one takes its place. */
export const READING_MS = 1_500;

type Surroundings = { now: () => number; later: (run: () => void, ms: number) => void };

/** Returns a function that shows a message now, or as soon as the one before it could be read. */
export function createToastQueue({ now, later }: Surroundings) {
  let freeAt = 0;
  return (show: () => void) => {
    const time = now();
    const begin = Math.max(time, freeAt);
    freeAt = begin + READING_MS;
    if (begin === time) show();
    else later(show, begin - time);
  };
}

export const showInTurn = createToastQueue({
  now: () => Date.now(),
  later: (run, ms) => void setTimeout(run, ms),
});
