import { useEffect, useState } from "react";

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

/** Resolves at the first sign of a shopper, or at once when there was one. For a lazy part that the server has drawn. */
export function firstTouch(): Promise<void> {
  if (document.documentElement.dataset.touched !== undefined) return Promise.resolve();
  return new Promise((resolve) => whenTouched(resolve));
}

/** Calls `touch` at the first sign of a shopper; what it returns stops waiting for one. */
function whenTouched(touch: () => void): () => void {
  const heard = () => touch();
  for (const sign of SIGNS) window.addEventListener(sign, heard, { once: true, passive: true });
  return () => {
    for (const sign of SIGNS) window.removeEventListener(sign, heard);
  };
}

function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    const prepare = () => {
      setTouched(true);
      // styles/base.css: from now on lazy pictures are fetched as early as browsers do.
      document.documentElement.dataset.touched = "";
    };
    // What the shopper touched answers first: all this waits until that is drawn.
    return whenTouched(() => requestAnimationFrame(() => setTimeout(prepare)));
  }, []);
  return isTouched;
}
