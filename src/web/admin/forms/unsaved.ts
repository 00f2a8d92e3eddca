import { useEffect, useId } from "react";
import { useNavigation } from "react-router";

/** The forms of the page in which something is typed that is not saved. */
const unsaved = new Set<string>();

export function isSomethingUnsaved(): boolean {
  return unsaved.size > 0;
}

/**
 * Asks before the page is left while something is typed that is not saved. What is being sent may never arrive, and leaving
 * takes it back; once it is answered, the page loads.
 */
export function useUnsaved(isDirty: boolean, isSaving: boolean): void {
  const id = useId();
  const { state } = useNavigation();
  const isUnsaved = isDirty && !(isSaving && state === "loading");
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved.add(id);
    return () => {
      unsaved.delete(id);
    };
  }, [id, isUnsaved]);
}
