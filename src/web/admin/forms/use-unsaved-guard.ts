import { useCallback, useEffect } from "react";
import { type Blocker, useBlocker } from "react-router";

/** While there is something unsaved, leaving the page asks first: a link by a dialog, a closed tab by the browser. */
export function useUnsavedGuard(isDirty: boolean): Blocker {
  const blocker = useBlocker(
    useCallback(
      ({
        currentLocation,
        nextLocation,
      }: {
        currentLocation: { pathname: string };
        nextLocation: { pathname: string };
      }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
      [isDirty],
    ),
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  return blocker;
}
