/**
 * Returns what `read` found at most `ms` milliseconds ago, so that asking often costs the shop nothing. A failure is
 * shared like an answer.
 */
export function shareAnswer<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; answer: Promise<T> } | null = null;
  return () => {
    if (!latest || performance.now() - latest.at >= ms) latest = { at: performance.now(), answer: read() };
    return latest.answer;
  };
}
