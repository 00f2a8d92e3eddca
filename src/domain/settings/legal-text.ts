// The texts of the legal pages and of the owner's own pages: plain text. Blank lines separate paragraphs, a line that begins
// with "# " is a heading, lines that begin with "- " are a list, and with "1. " a numbered one. [Shop hats](/shop) is a link,
// and ![Description](/storage/…) on its own line a picture. Words in braces stand for values of the settings, so that
// a text stays true when a price changes. Nothing in it is ever HTML: the result consists of texts, links, and pictures, and
// the component that draws them escapes them.
import { formatBusinessDays } from "../checkout/delivery-days.ts";
import { paragraphs } from "../text/paragraphs.ts";

export const legalPageTitles = { privacy: "Privacy", terms: "Terms", shipping: "Shipping" };

export type LegalPageName = keyof typeof legalPageTitles;
export const legalPages = Object.keys(legalPageTitles) as LegalPageName[];

export const LEGAL_TEXT_MAX = 20_000;

/** The values that the words in braces stand for. */
export type LegalFacts = {
  "store name": string;
  /** One or more lines. */
  address: string;
  email: string;
  "tax note": string;
  "shipping cost": string;
  /** "at one flat rate that you see before you pay" */
  "shipping rate": string;
  /** "3-5" */
  "delivery days": string;
  "hold minutes": string;
  returns: string;
  "return window": string;
};

export const legalWords: Record<keyof LegalFacts | "contact" | "contact form" | "shipping page", string> = {
  "store name": "the name of the store",
  address: "the return address",
  email: "the email address of the store",
  "tax note": "what is said about sales tax",
  "shipping cost": "the current shipping cost",
  "shipping rate": "whether shipping is free or a flat rate, within a sentence",
  "delivery days": "how many business days a shipment takes",
  "hold minutes": "how long items are held during payment",
  returns: "whether and how something can be sent back, line by line",
  "return window": "the return window, as one sentence",
  contact: "how to contact the store",
  "contact form": "a link to the contact form",
  "shipping page": "a link to the shipping page",
};

export type LegalPiece = string | { text: string; to: string };
type TextBlock = { kind: "paragraph" | "list" | "numbered"; lines: LegalPiece[][] };
export type LegalBlock = TextBlock | { kind: "picture"; url: string; alt: string };
export type LegalSection = { title: string; blocks: LegalBlock[] };
/** `lead` is the text before the first heading. */
export type LegalDocument = { lead: LegalBlock[]; sections: LegalSection[] };

/** The text with uniform line ends, whichever browser sent it. */
export function tidy(text: unknown): string {
  return paragraphs(text, 1);
}

/** A text with the words in braces replaced, ready to be drawn. */
export function readLegalText(text: string, facts: LegalFacts): LegalDocument {
  const document: LegalDocument = { lead: [], sections: [] };
  for (const part of tidy(text).split("\n\n")) {
    const [first = "", ...rest] = part.split("\n");
    const heading = /^#\s+(.+)$/.exec(first)?.[1];
    if (heading) {
      document.sections.push({ title: fillFacts(heading, facts), blocks: [] });
      if (rest.length > 0) blocksOf(document).push(blockOf(rest, facts));
    } else blocksOf(document).push(blockOf([first, ...rest], facts));
  }
  return document;
}

function blocksOf(document: LegalDocument): LegalBlock[] {
  return document.sections.at(-1)?.blocks ?? document.lead;
}

const PICTURE = /^!\[([^\]]*)\]\((\/storage\/product-images\/\w+\.webp|https?:\/\/[^\s()]+\.webp)\)$/;
const LIST = { list: /^- /, numbered: /^\d+\. / };

function blockOf(lines: string[], facts: LegalFacts): LegalBlock {
  const [, alt = "", url] = (lines.length === 1 && PICTURE.exec(lines[0] ?? "")) || [];
  if (url) return { kind: "picture", url, alt: fillFacts(alt, facts) };
  for (const kind of ["list", "numbered"] as const) {
    const sign = LIST[kind];
    if (!lines.every((line) => sign.test(line))) continue;
    return { kind, lines: lines.map((line) => linked(fillFacts(line.replace(sign, ""), facts))) };
  }
  return { kind: "paragraph", lines: fillFacts(lines.join("\n"), facts).split("\n").map(linked) };
}

/** One text with its words in braces replaced. */
export function fillFacts(text: string, facts: LegalFacts): string {
  const contact = facts.email ? "Email {email} or use {contact form}." : "Use {contact form}.";
  // One day is not "1 business days", in the drafts and in what owners made of them.
  const businessDays = formatBusinessDays(facts["delivery days"]);
  const prepared = text
    .replaceAll("{contact}", contact)
    .replaceAll("{delivery days} business days", businessDays);
  return prepared.replace(/ ?\{([a-z ]+)\}/g, (word, name: string) => {
    if (!Object.hasOwn(facts, name)) return word;
    const fact = facts[name as keyof LegalFacts];
    // An empty value leaves no gap.
    return fact && word.startsWith(" ") ? ` ${fact}` : fact;
  });
}

const LINK =
  /(\{contact form\}|\{shipping page\}|\[[^[\]]+\]\((?:\/(?!\/)|https:\/\/|mailto:)[^\s()]*\)|[^\s@<>(),;:{}]+@[^\s@<>(),;:{}]+\.[a-z]{2,})/i;
const WRITTEN_LINK = /^\[(.+)\]\((.+)\)$/;

function linked(line: string): LegalPiece[] {
  return line
    .split(LINK)
    .filter((piece) => piece !== "")
    .map((piece): LegalPiece => {
      if (piece === "{contact form}") return { text: "the contact form", to: "/contact" };
      if (piece === "{shipping page}") return { text: "Shipping", to: "/shipping" };
      if (!LINK.test(piece)) return piece;
      const [, text, to] = WRITTEN_LINK.exec(piece) ?? [];
      return text && to ? { text, to } : { text: piece, to: `mailto:${piece}` };
    });
}
