import { useSyncExternalStore } from "react";

const nothingChanges = () => () => {};

/** False while the server's HTML is being taken over, true afterward: for what only a browser can know. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  );
}
