import { useCallback, useEffect, useRef } from "react";

/**
 * Runs what may move the page when no press is under way. A press leaves a field before its click is dealt: a button that
 * moves in between never gets it.
 */
export function useAfterPress(): (run: () => void) => void {
  const isPressed = useRef(false);
  useEffect(() => {
    const ended = new AbortController();
    const watch = { capture: true, signal: ended.signal };
    const told = ({ type }: Event) => {
      isPressed.current = type === "pointerdown";
    };
    // A key, too: the release over the open list of a select may come nowhere.
    for (const type of ["pointerdown", "pointerup", "pointercancel", "keydown"])
      addEventListener(type, told, watch);
    return () => ended.abort();
  }, []);
  return useCallback((run) => {
    // The click comes in the task of the release; a finger's press is all in one task.
    const later = () => setTimeout(run);
    if (!isPressed.current) later();
    else addEventListener("pointerup", later, { capture: true, once: true });
  }, []);
}
