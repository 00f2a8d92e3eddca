// Sends mails by SMTP. Recipients are given as one checked address each: nodemailer takes apart any text
// it gets as a recipient, and a line break in there once made a second one. Each attempt ends within
// SMTP_SEND_MS, well inside the lease of the outbox. A message whose connection breaks is not sent again
// here, since the outbox is the one place that decides about that.
import nodemailer from "nodemailer";
import { isEmail } from "#domain/postal-address/shipping-address.ts";
import { assertOutsideTransaction } from "../db/transaction.ts";
import type { Mail, Mailer } from "./mailer.ts";

export const SMTP_SEND_MS = 60_000;
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
      assertOutsideTransaction("sending mail");
      if (!isEmail(mail.to.address)) throw new Error("the recipient is not an e-mail address");
      if (mail.replyTo !== undefined && !isEmail(mail.replyTo))
        throw new Error("reply-to is not an e-mail address");
      await transport.sendMail({
        to: { name: mail.to.name, address: mail.to.address },
        ...(mail.replyTo === undefined ? {} : { replyTo: { name: "", address: mail.replyTo } }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        // Tells other programs' holiday answers to keep quiet.
        headers: { "Auto-Submitted": "auto-generated" },
        signal: AbortSignal.timeout(SMTP_SEND_MS),
      });
    },
    close: () => transport.close(),
  };
}
