// A session may end in the middle of a form: saving then leads to the sign-in page. What was typed is kept
// in this tab until the form has been answered, and is back when the owner returns.

export function keepForm(name: string, input: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(input));
  } catch {
    // A full or forbidden storage keeps nothing; saving works all the same.
  }
}

export function dropForm(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // There is nothing kept where nothing can be kept.
  }
}

/** What was kept, read and taken away; null when there is nothing, or nothing that `read` understands. */
export function takeKeptForm<T>(name: string, read: (kept: Record<string, unknown>) => T | null): T | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "null");
    return kept ? read(kept) : null;
  } catch {
    return null;
  } finally {
    dropForm(name);
  }
}
