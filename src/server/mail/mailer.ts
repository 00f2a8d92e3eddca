export type Mail = {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt at the same mail, so that a receiver can tell a second copy. */
  messageId: string;
  replyTo?: string;
};

/** Sends one mail or throws; the outbox tries again. */
export type Mailer = { send: (mail: Mail) => Promise<void> };
