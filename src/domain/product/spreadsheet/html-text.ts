// A description in HTML, as other shops keep it, becomes the text that this shop keeps: paragraphs and lists as lines.
// What comes out is text and is shown as text, so nothing of the HTML can run. Every pattern reads a text once.
// And back: what this shop writes as HTML becomes the very same text again.

/** Paragraphs and lines as HTML. */
export function htmlOf(text: string): string {
  if (text === "") return "";
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<p>${safe.replaceAll("\n\n", "</p><p>").replaceAll("\n", "<br>")}</p>`;
}

/** The text that `htmlOf` made this of; null: it was made elsewhere. */
function writtenText(html: string): string | null {
  const [, inner] = /^<p>([\s\S]*)<\/p>$/.exec(html) ?? [];
  if (inner === undefined) return null;
  const lines = inner.replaceAll("</p><p>", "\n\n").replaceAll("<br>", "\n");
  const text = lines.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return htmlOf(text) === html ? text : null;
}

/** Longer HTML is cut before it is read; a description may have 5,000 characters. */
const HTML_LENGTH_MAX = 200_000;

const named: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", ndash: "–", mdash: "—", hellip: "…" },
  ...{
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    bull: "•",
    middot: "·",
    trade: "™",
    reg: "®",
    copy: "©",
  },
  ...{ deg: "°", frac12: "½", frac14: "¼", frac34: "¾", times: "×", eacute: "é", egrave: "è", agrave: "à" },
  ...{ prime: "′", Prime: "″", shy: "", zwnj: "", ensp: " ", emsp: " ", thinsp: " " },
};

/** Any text is fine; one without a tag stays as it is, but for its entities. */
export function plainText(html: string): string {
  return writtenText(html) ?? textOfMarkup(html);
}

function textOfMarkup(html: string): string {
  const marked = html
    .slice(0, HTML_LENGTH_MAX)
    .replace(/\r\n?/g, "\n")
    .replace(/<(script|style|iframe|noscript|template|svg)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, " ")
    .replace(/<!--[\s\S]*?(?:-->|$)/g, " ");
  const isHtml = /<[a-z/][^<>]*>/i.test(marked);
  // Lines of HTML are its author's, not the reader's.
  const lines = isHtml ? marked.replace(/\s+/g, " ") : marked;
  return lines
    .replace(/<li\b[^<>]*>/gi, "\n– ")
    .replace(/<(?:br|hr)\b[^<>]*>|<\/(?:li|tr|dt|dd)\s*>/gi, "\n")
    .replace(/<\/?(?:p|div|h[1-6]|ul|ol|table|section|article|blockquote)\b[^<>]*>/gi, "\n\n")
    .replace(/<\/(?:td|th)\s*>/gi, " ")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(
      /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/gi,
      (entity, name: string) => signOf(name) ?? entity,
    )
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/\n\n(?=– )/g, "\n")
    .trim();
}

function signOf(name: string): string | undefined {
  if (!name.startsWith("#")) return Object.hasOwn(named, name) ? named[name] : undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isSign =
    code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && !(code >= 127 && code < 160);
  return isSign ? String.fromCodePoint(code) : "";
}
