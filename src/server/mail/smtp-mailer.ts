// Sends mails by SMTP. Each recipient is passed as one checked email: nodemailer parses any text it gets as a
// recipient, and a line break in it once made a second one. Each attempt ends within SMTP_SEND_MS, well inside the lease
// of the outbox. A mail whose connection breaks is not sent again here, since only the outbox decides about that.
import nodemailer from "nodemailer";
import { assertSendable, type Mail, type Mailer } from "./mailer.ts";

const SMTP_SEND_MS = 60_000;
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const CONNECTIONS_MAX = 2;

export type SmtpMailer = Mailer & { close: () => void };

/**
 * A mailer over SMTP_URL, e.g. `smtps://user:password@mail.example:465`. `from` is MAIL_FROM, e.g.
 * `Golf Pro Shop <orders@shop.example>`. Errors are nodemailer's own: `code`, and `responseCode` where
 * the server answered.
 */
export function createSmtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): SmtpMailer {
  const transport = nodemailer.createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS_MAX,
      maxRequeues: 0,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      dnsTimeout: CONNECT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    send: async (mail: Mail) => {
      assertSendable(mail);
      await transport.sendMail({
        to: { name: mail.to.name, address: mail.to.address },
        ...(mail.replyTo === undefined ? {} : { replyTo: { name: "", address: mail.replyTo } }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        // Asks automatic responders not to reply.
        headers: { "Auto-Submitted": "auto-generated" },
        signal: AbortSignal.timeout(SMTP_SEND_MS),
      });
    },
    close: () => transport.close(),
  };
}
