// The pages of the dev mailbox: a list, and one email with its two parts. They have no script and no inline style, so
// they fit the shop's strict content policy; the email's own HTML, which is full of inline styles, is a separate
// document in a sandboxed frame.
import { html } from "hono/html";
import type { StoredEmail } from "./mailbox-mailer.ts";

/** A complete page: the list of emails, or one of them when it is selected. */
export function mailboxPage(mails: StoredEmail[], selected?: StoredEmail): string {
  const title = selected ? selected.subject : "Mailbox";
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title>
<link rel="stylesheet" href="/dev/mailbox.css"></head><body>
<header><a href="/">Shop</a> <span>Development mailbox: these emails were not sent</span></header>
<main>${selected ? single(selected) : list(mails)}</main></body></html>`.toString();
}

function list(mails: StoredEmail[]) {
  if (mails.length === 0) {
    return html`<h1>Mailbox</h1><p class="empty">No emails yet. Place an order or send a contact message, and its email shows up here.</p>`;
  }
  return html`<h1>Mailbox</h1><ol class="emails">${mails.map(
    (mail) =>
      html`<li><a href="/dev/mailbox/${mail.id}"><strong>${mail.subject}</strong><span>${person(mail)}</span><time datetime="${mail.at}">${shownTime(mail.at)}</time></a></li>`,
  )}</ol>`;
}

function single(mail: StoredEmail) {
  const part = `/dev/mailbox/${mail.id}/html`;
  return html`<nav><a href="/dev/mailbox">All emails</a></nav><h1>${mail.subject}</h1>
<dl><div><dt>To</dt><dd>${person(mail)}</dd></div>${
    mail.replyTo && html`<div><dt>Reply to</dt><dd>${mail.replyTo}</dd></div>`
  }<div><dt>Sent</dt><dd><time datetime="${mail.at}">${shownTime(mail.at)}</time></dd></div>
<div><dt>Message-ID</dt><dd>${mail.messageId}</dd></div></dl>
<h2>HTML part</h2><iframe src="${part}" title="The email as an email client shows it" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<p><a href="${part}">Open the HTML part separately</a></p>
<h2>Text part</h2><pre tabindex="0">${mail.text}</pre>`;
}

function person({ to }: StoredEmail): string {
  return to.name ? `${to.name} <${to.address}>` : to.address;
}

/** "2026-11-21T06:15:00.000Z" → "2026-11-21 06:15:00 UTC" */
function shownTime(at: string): string {
  return `${at.slice(0, 19).replace("T", " ")} UTC`;
}

export const mailboxStylesheet = `:root { color-scheme: light dark; --paper: #f9f7f1; --surface: #fdfcf9; --ink: #14211b;
  --muted: #47534c; --line: #d6d4cc; --link: #184b33; }
@media (prefers-color-scheme: dark) { :root { --paper: #0c1612; --surface: #16221d; --ink: #f5f3ec;
  --muted: #b9c3bb; --line: #3a4a42; --link: #9ad7b6; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 "Hanken Grotesk", system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .75rem 1rem; border-bottom: 1px solid var(--line); color: var(--muted); }
main { max-width: 48rem; margin: 0 auto; padding: 1rem; }
h1 { font: 700 1.75rem/1.2 Besley, Georgia, serif; margin: 1rem 0; overflow-wrap: anywhere; }
h2 { font: 700 1.125rem/1.3 Besley, Georgia, serif; margin: 1.5rem 0 .5rem; }
a { color: var(--link); }
a:focus-visible, pre:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.emails { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
.emails a { display: grid; gap: .125rem; padding: .75rem .25rem; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; overflow-wrap: anywhere; }
.emails a:hover strong { text-decoration: underline; }
.emails span, .emails time, dt, .empty { color: var(--muted); font-size: .9375rem; }
dl { margin: 0; } dl div { display: grid; grid-template-columns: 6.5rem 1fr; gap: .5rem; padding: .125rem 0; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 46rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
pre { margin: 0; padding: 1rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
`;
