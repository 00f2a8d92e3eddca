import { isEmail } from "#domain/text/typed/email.ts";
import { assertOutsideTransaction } from "../db/transaction.ts";

export type Mail = {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt at the same mail, so that a receiver can recognize a second copy. */
  messageId: string;
  replyTo?: string;
  /** For a mail that nobody ordered: the URL that ends such mails, by one POST and without a question (RFC 8058). */
  unsubscribe?: string;
};

/**
 * How long the outbox waits for a mail to be taken. Some servers read or scan a mail for minutes before they take it
 * (RFC 5321, 4.5.3.2); whoever gives up sooner gets the mail sent once more, and the recipient has it twice.
 */
export const SEND_MS_MAX = 5 * 60_000;

export type Mailer = {
  /**
   * Sends one mail or throws; the outbox tries again. It ends at once and throws when `signal` aborts, and does not tire
   * of waiting before SEND_MS_MAX.
   */
  send: (mail: Mail, signal?: AbortSignal) => Promise<void>;
  /** How many mails it sends at the same time; left out: one. */
  atOnce?: number;
};

/** What every mailer checks first: one valid recipient, and no transaction that would wait for the mail server. */
export function assertSendable({ to, replyTo }: Mail): void {
  assertOutsideTransaction("sending mail");
  if (!isEmail(to.address)) throw new Error("the recipient is not an e-mail address");
  if (replyTo !== undefined && !isEmail(replyTo)) throw new Error("reply-to is not an e-mail address");
}
