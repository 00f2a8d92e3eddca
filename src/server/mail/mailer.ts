import { isEmail } from "#domain/text/typed/email.ts";
import { assertOutsideTransaction } from "../db/transaction.ts";

export type Mail = {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt at the same email, so that a receiver can recognize a second copy. */
  messageId: string;
  replyTo?: string;
  /** For email that is not about an order: the URL that unsubscribes with a single POST (RFC 8058). */
  unsubscribe?: string;
};

/**
 * How long the outbox waits for a server to accept an email. Some servers scan an email for minutes first (RFC 5321,
 * 4.5.3.2). A sender that gives up sooner sends it again, and the recipient gets it twice.
 */
export const SEND_MS_MAX = 5 * 60_000;

export type Mailer = {
  /**
   * Sends one email or throws; the outbox tries again. It stops and throws right away when `signal` aborts, and waits
   * for the mail server at least until SEND_MS_MAX.
   */
  send: (mail: Mail, signal?: AbortSignal) => Promise<void>;
  /** How many emails it sends at the same time; one if omitted. */
  atOnce?: number;
};

/** Every mailer checks this first: one valid recipient, and no transaction that would wait for the mail server. */
export function assertSendable({ to, replyTo }: Mail): void {
  assertOutsideTransaction("sending mail");
  if (!isEmail(to.address)) throw new Error("the recipient is not an email address");
  if (replyTo !== undefined && !isEmail(replyTo)) throw new Error("reply-to is not an email address");
}
