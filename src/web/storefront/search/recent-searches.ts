// The recent searches of this browser, the newest first. It never leaves the browser; a storage that refuses
// (private mode, full) or holds something foreign costs only this list.
import { QUERY_LENGTH_MAX } from "#domain/catalog/parse-shop-search.ts";
import { suggestionText } from "#domain/catalog/suggestions.ts";
import { oneLine } from "#domain/text/one-line.ts";
import { type KeptIn, kept } from "../../page/kept-value.ts";

const STORAGE_KEY = "recentSearches";
export const RECENT_SEARCHES_MAX = 5;

const searchesIn = (storage?: KeptIn) => kept(() => storage ?? window.localStorage, STORAGE_KEY);

export function recentSearches(storage?: KeptIn): string[] {
  const stored = searchesIn(storage).load();
  return Array.isArray(stored) ? tidy(stored) : [];
}

/** Queries that are too short to search are not remembered. Returns the new list. */
export function rememberSearch(text: string, storage?: KeptIn): string[] {
  return keepTidy([text, ...recentSearches(storage)], storage);
}

/** Returns the new list. */
export function forgetSearch(text: string, storage?: KeptIn): string[] {
  return keepTidy(
    recentSearches(storage).filter((other) => other !== text),
    storage,
  );
}

function keepTidy(texts: string[], storage?: KeptIn): string[] {
  const list = tidy(texts);
  searchesIn(storage).save(list);
  return list;
}

/** Each once, case-insensitively, as typed last. */
function tidy(texts: unknown[]): string[] {
  const byMeaning = new Map<string, string>();
  for (const text of texts) {
    const meaning = suggestionText(text);
    if (meaning !== "" && !byMeaning.has(meaning)) byMeaning.set(meaning, oneLine(text, QUERY_LENGTH_MAX));
  }
  return [...byMeaning.values()].slice(0, RECENT_SEARCHES_MAX);
}
