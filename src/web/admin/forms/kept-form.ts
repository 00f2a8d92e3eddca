// A session may end in the middle of a form: saving then leads to the sign-in page. What was typed is kept
// in this tab until the form has been answered, and is back when the owner returns.
import { useEffect, useEffectEvent } from "react";

/**
 * Gives `restore` what was kept, once, if `read` understands it, and forgets it as soon as the form has been
 * answered. The function it returns keeps an input.
 */
export function useKeptForm<Kept>(
  name: string,
  answer: object | undefined,
  read: (kept: Record<string, unknown>) => Kept | null,
  restore: (kept: Kept) => void,
): (input: Kept) => void {
  useEffect(() => {
    if (answer) dropForm(name);
  }, [answer, name]);
  const restoreKept = useEffectEvent(() => {
    const kept = takeKeptForm(name, read);
    if (kept) restore(kept);
  });
  useEffect(() => restoreKept(), []);
  return (input) => keepForm(name, input);
}

function keepForm(name: string, input: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(input));
  } catch {
    // A full or forbidden storage keeps nothing; saving works all the same.
  }
}

/** For a form that is gone before it could be told of its answer. */
export function dropForm(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Where nothing can be kept, there is nothing to remove.
  }
}

/** What was kept, read and removed; null when there is nothing, or nothing that `read` understands. */
function takeKeptForm<Kept>(name: string, read: (kept: Record<string, unknown>) => Kept | null): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "null");
    return kept ? read(kept) : null;
  } catch {
    return null;
  } finally {
    dropForm(name);
  }
}
