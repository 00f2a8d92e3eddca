// Sends emails by SMTP, over a few connections that stay open. Each recipient is passed as one checked address:
// nodemailer parses any text it gets as a recipient, and a line break in it once made a second one. An email is resent
// here only when its existing connection turned out to be closed before a byte of the email was sent; the outbox
// decides everything else.
import nodemailer from "nodemailer";
import { isLoopbackName } from "../core/loopback-name.ts";
import { OperatorError } from "../core/operator-error.ts";
import { assertSendable, type Mail, type Mailer, SEND_MS_MAX } from "./mailer.ts";

const CONNECT_MS = 10_000;
/** Idle connections are closed after this: firewalls drop silent ones, and the next email would hang. */
const IDLE_MS = 20_000;
/** Some servers accept no more than this from one account; for others, set `?maxConnections=3` in SMTP_URL. */
export const CONNECTIONS_MAX = 5;

export type SmtpMailer = Mailer & { close: () => void };

/**
 * A mailer over SMTP_URL, e.g. `smtps://user:password@mail.example:465`. `from` is MAIL_FROM, e.g. `Golf Pro Shop
 * <orders@shop.example>`. Errors are nodemailer's own: `code`, and `responseCode` if the server responded. Throws an
 * OperatorError for an SMTP_URL with a wrong `maxConnections`.
 */
export function createSmtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): SmtpMailer {
  const connections = connectionsOf(smtpUrl);
  const transport = nodemailer.createTransport(
    {
      url: smtpUrl,
      requireTLS: mustEncrypt(smtpUrl),
      pool: true,
      maxConnections: connections,
      maxMessages: Number.POSITIVE_INFINITY,
      maxRequeues: 1,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SEND_MS_MAX,
      idleTimeout: IDLE_MS,
      dnsTimeout: CONNECT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    atOnce: connections,
    send: async (mail: Mail, signal?: AbortSignal) => {
      assertSendable(mail);
      await transport.sendMail({
        to: { name: mail.to.name, address: mail.to.address },
        ...(mail.replyTo === undefined ? {} : { replyTo: { name: "", address: mail.replyTo } }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: headersOf(mail),
        ...(signal && { signal }),
      });
    },
    close: () => transport.close(),
  };
}

function headersOf({ unsubscribe }: Mail): Record<string, string> {
  // Asks auto-responders not to reply.
  const headers = { "Auto-Submitted": "auto-generated" };
  if (unsubscribe === undefined) return headers;
  return {
    ...headers,
    "List-Unsubscribe": `<${unsubscribe}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/**
 * A password is only sent to another machine over TLS, even if an attacker in the middle hides that the server offers it.
 * For a relay in the same rack, the URL may say `?requireTLS=false`.
 */
function mustEncrypt(smtpUrl: string): boolean {
  if (!URL.canParse(smtpUrl)) return false;
  const { hostname, username, searchParams } = new URL(smtpUrl);
  return username !== "" && !isLoopbackName(hostname) && searchParams.get("requireTLS") !== "false";
}

function connectionsOf(smtpUrl: string): number {
  const wanted = URL.canParse(smtpUrl) ? new URL(smtpUrl).searchParams.get("maxConnections") : null;
  if (wanted === null) return CONNECTIONS_MAX;
  if (/^[1-9]\d?$/.test(wanted)) return Number(wanted);
  throw new OperatorError("SMTP_URL: maxConnections must be a whole number from 1 to 99");
}
