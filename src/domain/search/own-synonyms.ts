// The owner's own synonyms: a line for each group of words that mean the same, separated by commas.
import { paragraphs } from "../text/paragraphs.ts";
import { compact, searchWords } from "./search-words.ts";

export const SYNONYM_GROUPS_MAX = 100;
export const SYNONYMS_IN_GROUP_MAX = 12;
export const SYNONYM_LENGTH_MAX = 40;
/** As many words as a search looks at together. */
export const SYNONYM_WORDS_MAX = 3;
const SYNONYMS_TEXT_MAX = 20_000;

/** The owner's groups of words that mean the same, each word as searchWords gives it, joined by blanks. */
export type OwnSynonyms = readonly (readonly string[])[];

type SynonymsParse = { ok: true; value: string[][] } | { ok: false; error: string };

/** "cap, hat, Lid" → [["cap", "hat", "lid"]]; empty lines do not count. The error names the line, from 1. */
export function parseSynonyms(text: unknown): SynonymsParse {
  const typed = tidySynonyms(text);
  if (typed.length > SYNONYMS_TEXT_MAX) return wrong("Use at most 20,000 characters");
  const groups: string[][] = [];
  for (const [index, line] of typed.split("\n").entries()) {
    if (line.trim() === "") continue;
    const group = parseGroup(line);
    if (typeof group === "string") return wrong(`Line ${index + 1}: ${group}`);
    groups.push(group);
  }
  if (groups.length > SYNONYM_GROUPS_MAX) return wrong(`Use at most ${SYNONYM_GROUPS_MAX} lines`);
  return { ok: true, value: groups };
}

function wrong(error: string): SynonymsParse {
  return { ok: false, error };
}

/** The words of a line, or what is wrong with it. */
function parseGroup(line: string): string[] | string {
  const words = new Map<string, string>();
  for (const part of line.split(",")) {
    if (part.trim() === "") continue;
    const word = searchWords(part);
    if (word.length === 0) return `“${part.trim()}” has neither a letter nor a digit`;
    if (word.length > SYNONYM_WORDS_MAX) return `“${part.trim()}” has more than ${SYNONYM_WORDS_MAX} words`;
    if ([...part.trim()].length > SYNONYM_LENGTH_MAX)
      return `use at most ${SYNONYM_LENGTH_MAX} characters for a word`;
    words.set(compact(word.join("")), word.join(" "));
  }
  if (words.size < 2) return "enter at least two different words, separated by commas";
  if (words.size > SYNONYMS_IN_GROUP_MAX) return `use at most ${SYNONYMS_IN_GROUP_MAX} words`;
  return [...words.values()];
}

/** Groups as the form shows them. */
export function synonymsText(groups: readonly (readonly string[])[]): string {
  return groups.map((group) => group.join(", ")).join("\n");
}

/** A text as it is compared: without blanks at the ends of lines. */
export function tidySynonyms(text: unknown): string {
  return paragraphs(text);
}
