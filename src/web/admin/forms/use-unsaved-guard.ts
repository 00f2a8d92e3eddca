import { useCallback, useEffect } from "react";
import { type Blocker, type BlockerFunction, useBlocker } from "react-router";

/** Asks before unsaved changes are left: a link by a dialog, a closed tab by the browser. */
export function useUnsavedGuard(isDirty: boolean): Blocker {
  const isAsked: BlockerFunction = useCallback(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
    [isDirty],
  );
  const blocker = useBlocker(isAsked);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  return blocker;
}
