import { useCallback, useEffect } from "react";
import { type Blocker, type BlockerFunction, type Navigation, useBlocker, useNavigation } from "react-router";

/**
 * Asks before unsaved changes are left: a link by a dialog, a closed tab by the browser. `isSaving`: the form that has them was
 * sent, and the page after it has not come.
 */
export function useUnsavedGuard(isDirty: boolean, isSaving: boolean): Blocker {
  const { state } = useNavigation();
  const isUnsaved = isDirty && !isStored(isSaving, state);
  const isAsked: BlockerFunction = useCallback(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
    [isUnsaved],
  );
  const blocker = useBlocker(isAsked);
  const isAskedOnClose = isDirty && !isSaving;
  useEffect(() => {
    if (!isAskedOnClose) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isAskedOnClose]);
  return blocker;
}

/** What is being sent may never arrive, and whoever goes to another page takes it back. After its answer the page is loaded. */
export function isStored(isSaving: boolean, state: Navigation["state"]): boolean {
  return isSaving && state === "loading";
}
