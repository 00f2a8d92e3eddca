/**
 * A failure that the person who runs the shop can fix, such as a folder in use or a database that does not answer. The
 * message says in whole sentences what happened and what to do, so it is shown without a stack.
 */
export class OperatorError extends Error {}

/** The text for the person at the keyboard: the message alone, or the whole stack of a bug. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
