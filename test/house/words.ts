// Words that are not used in texts for people: each was a translation, or a second word for a concept that has one
// (CONTRIBUTING.md). `say` is the replacement.
import { parseSync } from "vite";

export type Unwanted = { words: RegExp; say: string };

export const unwantedWords: readonly Unwanted[] = [
  { words: /\bmend(s|ed|ing)?\b/i, say: "fix" },
  { words: /\bpieces?\b/i, say: "item, unit, quantity" },
  { words: /\bparcels?\b/i, say: "shipment" },
  { words: /\bmails\b|\b(a|the|each|one|every) mail\b(?! server| program)|\be-mails?\b/i, say: "email" },
  { words: /\bmail (program|client)s?\b/i, say: "email client" },
  { words: /\bby (itself|themselves)\b/i, say: "automatically" },
  { words: /\bput away\b/i, say: "hide, close" },
  { words: /\btaken up again\b/i, say: "reopened" },
  { words: /\bkept aside\b/i, say: "reserved, held" },
  { words: /\bwho(ever|soever)\b/i, say: "anyone who, shoppers who" },
  { words: /\bbeside\b/i, say: "next to, with" },
  { words: /\bmeanwhile\b/i, say: "in the meantime, while you were editing" },
  { words: /\banew\b/i, say: "again" },
  { words: /\bset right\b/i, say: "fix" },
  { words: /\bdrills?\b/i, say: "restore test" },
  { words: /\btop-ups?\b/i, say: "extra payment" },
  { words: /\bthere again\b/i, say: "back" },
  { words: /\bnot any ?more\b|\bany more(?=[.,;:!?)]|$)/i, say: "no longer, anymore" },
  {
    words: /\bback the way (you|they) paid\b|\bpaid back\b/i,
    say: "refunded to the original payment method",
  },
  { words: /\b(write|written) to us\b/i, say: "contact us" },
  { words: /\bcatalogues?\b/i, say: "catalog" },
  { words: /\bcolours?\b/i, say: "color" },
  { words: /\bafterwards\b/i, say: "afterward" },
  { words: /\bfor ever\b/i, say: "forever" },
  { words: /\bat a desk\b/i, say: "on a desktop" },
  { words: /\ball the same\b/i, say: "anyway, still" },
  { words: /\bonce more\b/i, say: "again" },
  { words: /\bsome \d/i, say: "about" },
  { words: /\blets? go\b/i, say: "release, drop" },
  { words: /\bwritten down\b/i, say: "stored, recorded" },
  { words: /\bgive[ns]? back\b/i, say: "refund, release" },
  { words: /\bbec[ao]mes? of\b/i, say: "outcome, result" },
  { words: /\bthe whole of\b/i, say: "all of" },
  { words: /\bno longer there\b/i, say: "deleted, gone" },
  { words: /\bparted by\b/i, say: "separated by" },
];

/**
 * Everything that people read in a source file: comments, texts of elements, and strings that are sentences; with their
 * lines.
 */
export function proseOf(file: string, source: string): { line: number; text: string }[] {
  const found: { at: number; text: string }[] = [];
  if (file.endsWith(".sql")) {
    for (const { index, 0: text } of source.matchAll(/--.*/g)) found.push({ at: index, text });
  } else {
    const { comments, program } = parseSync(file, source);
    for (const { start, value } of comments) found.push({ at: start, text: value });
    readStrings(program, (at, text) => found.push({ at, text }));
  }
  let line = 1;
  let counted = 0;
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ at, text }) => {
      line += source.slice(counted, at).split("\n").length - 1;
      counted = at;
      return { line, text: withoutNames(text) };
    });
}

/** Texts of elements and strings that are sentences, where they begin. */
export function textsOf(file: string, source: string): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = [];
  readStrings(parseSync(file, source).program, (at, text) => found.push({ at, text }));
  return found;
}

type Node = { type: string; start: number; [field: string]: unknown };

/** SQL statements are code. A string without a space is a name. */
function readStrings(value: unknown, found: (at: number, text: string) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) readStrings(each, found);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const node = value as Node;
  if (node.type === "TaggedTemplateExpression" && (node.tag as Node).name === "sql") return;
  const text = textOf(node);
  if (text?.trim().includes(" ") && !/\b(select|insert into|update \w+ set|delete from)\b/.test(text))
    found(node.start, text);
  for (const field of Object.values(node)) readStrings(field, found);
}

function textOf(node: Node): string | undefined {
  if (node.type === "JSXText" || (node.type === "Literal" && typeof node.value === "string"))
    return String(node.value);
  if (node.type !== "TemplateLiteral") return undefined;
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join("…");
}

/** Names of files, tables, and code are not prose. */
function withoutNames(text: string): string {
  return text.replaceAll(/`[^`\n]*`/g, "").replaceAll(/\S*[/_]\S*|\S*\w\.[a-z]\S*/g, "");
}
