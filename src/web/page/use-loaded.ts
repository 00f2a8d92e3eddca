import { useEffect, useState } from "react";

const SIGNS = ["pointerdown", "pointermove", "touchstart", "keydown", "scroll"] as const;

/**
 * A part of the page that nobody needs before they touch it: fetched at the first sign of a shopper (or
 * when it is wanted), so that the first paint does not wait for it and the first click does not either.
 * `load` must be the same function at each render.
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

function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    const touch = () => setTouched(true);
    for (const sign of SIGNS) window.addEventListener(sign, touch, { once: true, passive: true });
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, touch);
    };
  }, []);
  return isTouched;
}
