/**
 * A failure that the person who runs the shop can fix, such as a folder in use or a database that does not answer. The
 * message says in whole sentences what happened and what to do, so it is shown without a stack.
 */
export class OperatorError extends Error {}

/** The text for the person at the keyboard: the words alone, or the whole stack of a bug. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError || isOfSystem(error)) return wordsOf(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What an error says. Several tries to connect (localhost has two addresses) are one error without words of its own. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(wordsOf).join("; ");
  return error instanceof Error ? error.message || String(error) : String(error);
}

/** The system refused a file, an address, or a program, and says why; a stack would add nothing for the operator. */
function isOfSystem(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isOfSystem);
  return error instanceof Error && "syscall" in error;
}
