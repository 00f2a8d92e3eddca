/**
 * What whoever runs the shop can mend, such as a folder in use or a database that does not answer. The message says
 * in whole sentences what happened and what to do, so it is shown without a stack.
 */
export class OperatorError extends Error {}

/** What the person at the keyboard is told: the message alone, or of a bug everything there is. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
