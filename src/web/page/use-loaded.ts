import { type ComponentType, lazy, useEffect, useState } from "react";

const SIGNS = ["pointerdown", "pointermove", "touchstart", "keydown", "scroll"] as const;

/**
 * A part of the page that is not needed until the shopper does something. It is fetched at the first sign of a
 * shopper, or when it is wanted, so neither the first paint nor the first click waits for it. `load` must be the
 * same function on each render.
 */
export function useLoaded<Part>(
  load: () => Promise<Part>,
  isWanted: boolean,
  onFailure?: () => void,
): Part | null {
  const [part, setPart] = useState<{ value: Part } | null>(null);
  const isTouched = useTouched();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what to do about a failure is asked when it happens.
  useEffect(() => {
    if (part || !(isWanted || isTouched)) return;
    load().then(
      (value) => setPart({ value }),
      () => isWanted && onFailure?.(),
    );
  }, [load, part, isWanted, isTouched]);
  return part?.value ?? null;
}

const PAUSE_MS = 2_000;
const PAUSE_MAX_MS = 60_000;

/**
 * React's lazy() for a part of a page. A script that is lost, with the line or by an upgrade of the shop, is asked for again
 * after growing pauses: a failure would take down the whole page, while what the server has drawn can stay.
 */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const loaded = (pause = PAUSE_MS): ReturnType<typeof load> =>
    load().catch(
      () =>
        new Promise((resolve) => setTimeout(() => resolve(loaded(Math.min(2 * pause, PAUSE_MAX_MS))), pause)),
    );
  return lazy(loaded);
}

/** Resolves at the first sign of a shopper, or right away if there was one. For a lazy part that the server has rendered. */
export async function firstTouch(): Promise<void> {
  await (document.documentElement.dataset.touched ?? new Promise<void>(whenTouched));
}

/** Calls `touch` at the first sign of a shopper; the returned function stops waiting for one. */
function whenTouched(touch: () => void): () => void {
  for (const sign of SIGNS) addEventListener(sign, touch, { once: true, passive: true });
  return () => {
    for (const sign of SIGNS) removeEventListener(sign, touch);
  };
}

function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(
    () =>
      // What the shopper touched answers first: all this waits until that is drawn.
      whenTouched(() =>
        requestAnimationFrame(() =>
          setTimeout(() => {
            setTouched(true);
            // styles/base.css: from now on lazy pictures are fetched as early as browsers do.
            document.documentElement.dataset.touched = "";
          }),
        ),
      ),
    [],
  );
  return isTouched;
}
