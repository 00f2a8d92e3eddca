import { useEffect, useState } from "react";

const NOTICEABLE_MS = 150;

/** True once `active` has lasted long enough to be worth showing; a fast answer never flickers. */
export function useDelayed(active: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLate(true), NOTICEABLE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active]);
  return active && late;
}
