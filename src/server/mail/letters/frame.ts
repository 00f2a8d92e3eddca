// The layout of every email: a 600-pixel table with inline styles, because email clients support little else. The few
// rules in <style> are for dark mode and narrow screens; a client that drops them still shows a readable email. Colors
// are the golf brand's; a complete email gets those of the look (domain/brand/recolor.ts).
import { html } from "hono/html";
import { inLook } from "#domain/brand/recolor.ts";
import { imageAtWidth, jpegPath } from "#domain/product/image.ts";
import { type Letter, pageUrl, type Sender } from "./letter.ts";

/** HTML that is safe to nest; a template escapes everything else. */
export type Html = ReturnType<typeof html>;

const SANS = "font-family:'Hanken Grotesk','Helvetica Neue',Helvetica,Arial,sans-serif";
// No email client loads Besley, and Outlook for Windows falls back to Times when the first font is missing. The closest
// match is Georgia on Windows, macOS, and iOS, Noto Serif on Android, and DejaVu Serif on Linux: all as wide and sturdy.
export const SERIF = "font-family:Georgia,'Noto Serif','DejaVu Serif',serif";

/** For a picture without a JPEG version. */
const PICTURE_WIDTH_PX = 320;

const STYLE = html`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:620px){.gutter{padding-left:20px!important;padding-right:20px!important}
.outer{padding:0!important}.frame{border-radius:0!important}.title{font-size:26px!important}}
@media (prefers-color-scheme:dark){.paper{background:#0c1612!important}.surface{background:#16221d!important}
.ink{color:#f5f3ec!important}.muted{color:#b9c3bb!important}.rule{border-color:#3a4a42!important}
.link{color:#9ad7b6!important}.note{color:#ff9d88!important}.button{background:#2a6a4b!important}.blank{background:#26332d!important}}`;

type Draft = {
  subject: string;
  /** The headline of the HTML part. */
  title: string;
  /** The line that email clients show below the subject in the inbox. */
  preheader: string;
  blocks: (Block | null | "")[];
};

/** One block of an email, in its text part (set off by blank lines), its HTML part, or both. */
export type Block = { text?: string; html?: Html };

/** A complete email, with the store's name and postal address at the end of both parts. */
export function writeLetter(sender: Sender, { subject, title, preheader, blocks }: Draft): Letter {
  const written = blocks.filter((block) => block !== null && block !== "");
  const text = written.flatMap((block) => block.text ?? []);
  return {
    subject,
    text: [...text, textFooter(sender)].join("\n\n"),
    html: inLook(
      frame(sender, { title, preheader, body: html`${written.map((block) => block.html)}` }),
      sender.look,
    ),
  };
}

function frame(sender: Sender, letter: { title: string; preheader: string; body: Html }): string {
  const { store } = sender;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${letter.title}</title><style>${STYLE}</style></head>
<body class="paper" style="margin:0;padding:0;background:#f9f7f1;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${letter.preheader}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f9f7f1" style="background:#f9f7f1"><tr><td class="outer" align="center" style="padding:24px 12px">
<table role="presentation" class="surface frame" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#fdfcf9" style="width:100%;max-width:600px;background:#fdfcf9;border-radius:14px;overflow:hidden">
<tr><td class="gutter" bgcolor="#184b33" style="background:#184b33;padding:22px 32px;border-bottom:4px solid #c3321a">
<a href="${pageUrl(sender, "/")}" target="_blank" style="${SERIF};font-size:22px;font-weight:700;line-height:28px;color:#ffffff;text-decoration:none">${logo(sender)}${isNamed(sender) && store.storeName}</a></td></tr>
<tr><td class="gutter ink" style="padding:32px;word-break:break-word;${SANS};font-size:16px;line-height:24px;color:#14211b">
<h1 class="title ink" style="margin:0 0 16px;${SERIF};font-size:30px;line-height:36px;font-weight:700;color:#14211b">${letter.title}</h1>
${letter.body}</td></tr>
<tr><td class="gutter rule muted" style="padding:20px 32px 28px;border-top:1px solid #d6d4cc;${SANS};font-size:13px;line-height:20px;color:#47534c">
${footer(sender)}</td></tr></table></td></tr></table></body></html>`.toString();
}

/**
 * The logo for dark backgrounds, or else on white, since a logo may have any color. Readers who block pictures see the
 * name.
 */
function logo(sender: Sender): Html | null {
  const { store, look } = sender;
  const url = look.logoOnDark?.url ?? store.logoUrl;
  if (!url || !URL.canParse(url, sender.publicUrl)) return null;
  const source = pageUrl(sender, emailPicture(url));
  const alt = isNamed(sender) ? "" : store.storeName;
  const ground = look.logoOnDark ? "" : "padding:4px;border-radius:6px;background:#ffffff;";
  return html`<img src="${source}" height="40" alt="${alt}" style="height:40px;width:auto;max-width:160px;vertical-align:middle;margin-right:12px;${ground}border:0">`;
}

/** The name is shown next to a logo that does not contain it. */
function isNamed({ store, look }: Sender): boolean {
  return store.logoUrl === "" || !look.logoReplacesName;
}

/** A picture that email clients can show: Outlook doesn't support WebP. */
export function emailPicture(url: string): string {
  return jpegPath(url, "small") ?? imageAtWidth(url, PICTURE_WIDTH_PX);
}

/** A paragraph that is the same in both parts. */
export function say(text: string): Block {
  return { text, html: paragraph(text) };
}

export function paragraph(content: Html | string): Html {
  return html`<p style="margin:0 0 16px">${content}</p>`;
}

export function link(href: string, label: string): Html {
  return html`<a class="link" href="${href}" target="_blank" style="color:#184b33">${label}</a>`;
}

export function button(href: string, label: string): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="button" bgcolor="#184b33" style="background:#184b33;border-radius:999px">
<a href="${href}" target="_blank" style="display:inline-block;padding:13px 28px;${SANS};font-size:16px;line-height:20px;font-weight:700;color:#ffffff;text-decoration:none">${label}</a></td></tr></table>`;
}

function textFooter(sender: Sender): string {
  return ["-- ", ...footerLines(sender), pageUrl(sender, "/")].join("\n");
}

function footer(sender: Sender): Html {
  const lines = footerLines(sender).map((line) => html`${line}<br>`);
  return html`${lines}${link(pageUrl(sender, "/"), new URL(sender.publicUrl).host)}`;
}

function footerLines({ store }: Sender): string[] {
  const address = store.address.split(/\s*\n\s*/);
  return [store.storeName, ...address, store.phone, store.email].filter((line) => line !== "");
}
