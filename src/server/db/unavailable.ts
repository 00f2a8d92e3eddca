// Whether an error means that the database can't work right now, although nothing is wrong with the request: the
// server is gone, restarts, refuses connections, has become read-only, or its disk is full. The same request succeeds
// later, so the answer is "try again", never "internal error".
import { errorCode } from "./transaction.ts";

/** SQLSTATE classes: connection, no resources (53100 is a full disk), shutdown, failure of the system. */
const CLASSES = ["08", "53", "57P", "58"];
const READ_ONLY = "25006";
/** Of Node's sockets and name lookups. */
const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** The driver has no codes for these. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Whether what was asked to write can only read, as a server that another one has taken over from. */
export function isReadOnly(error: unknown): boolean {
  return errorCode(error) === READ_ONLY;
}

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const code = errorCode(error);
  if (NETWORK.has(code) || code === READ_ONLY) return true;
  if (/^[0-9A-Z]{5}$/.test(code) && CLASSES.some((start) => code.startsWith(start))) return true;
  return error instanceof Error && MESSAGES.test(error.message);
}
