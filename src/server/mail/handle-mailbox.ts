// Serves the dev mailbox. It shows customers' emails to anyone, so the web server calls this handler in demo mode only.
// An email's HTML part has its own policy: inline styles and pictures and nothing else, sandboxed even when opened
// alone.
import { findMail, listMailbox } from "./list-mailbox.ts";
import { mailboxPage, mailboxStylesheet } from "./mailbox-page.ts";

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' http: https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * `/dev/mailbox`, `/dev/mailbox/{id}`, `/dev/mailbox/{id}/html` and `/dev/mailbox.css`; null for any other path.
 * `folder` is where the mailbox mailer writes.
 */
export async function handleMailbox(
  request: Request,
  { folder }: { folder: string },
): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  const match = /^\/dev\/mailbox(?:(\.css)|\/([^/]+)(\/html)?)?\/?$/.exec(pathname);
  if (!match) return null;
  const [, stylesheet, id, part] = match;
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response("Method not allowed", { status: 405, headers: { Allow: "GET, HEAD" } });
  }
  if (stylesheet) return answer(mailboxStylesheet, "text/css", PAGE_POLICY);
  if (id === undefined) return answer(mailboxPage(await listMailbox(folder)), "text/html", PAGE_POLICY);
  const mail = await findMail(folder, id);
  if (!mail) return answer("No such email", "text/plain", PAGE_POLICY, 404);
  if (part) return answer(mail.html, "text/html", MAIL_POLICY);
  return answer(mailboxPage([], mail), "text/html", PAGE_POLICY);
}

function answer(body: string, type: string, policy: string, status = 200): Response {
  return new Response(body, {
    status,
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Security-Policy": policy,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    },
  });
}
