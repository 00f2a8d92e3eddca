import { OperatorError } from "#server/core/operator-error.ts";

/** The harness met something that it can't handle, such as a statement that it can't schedule. One sentence. */
export class HarnessError extends OperatorError {}

/** A shop's process died: what it was doing never ends. */
export const never = (): Promise<never> => new Promise(() => {});
