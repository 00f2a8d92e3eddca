// What is asked for while a shopper types into the search. The page cache goes by the same text, so that one question has
// one name, however it is typed.
import { oneLine } from "../text/one-line.ts";
import { QUERY_LENGTH_MAX } from "./parse-shop-search.ts";

/** One letter finds half of the shop and says nothing of what is meant. */
export const SUGGEST_LETTERS_MIN = 2;
/** Rows of products below what is typed. */
export const SUGGESTIONS_MAX = 4;

/** The text to find suggestions for: one line in small letters; "" while it is too short for any. */
export function suggestionText(typed: unknown): string {
  const text = oneLine(typed, QUERY_LENGTH_MAX).toLowerCase();
  return [...text].length < SUGGEST_LETTERS_MIN ? "" : text;
}
