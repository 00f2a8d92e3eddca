// What was last searched for in this browser, the newest first. It never leaves the browser; a storage that refuses
// (private mode, full) or holds something foreign costs only this list.
import { QUERY_LENGTH_MAX } from "#domain/catalog/parse-shop-search.ts";
import { suggestionText } from "#domain/catalog/suggestions.ts";
import { oneLine } from "#domain/text/one-line.ts";

const STORAGE_KEY = "recentSearches";
export const RECENT_SEARCHES_MAX = 5;

/** The part of window.localStorage that this list needs. */
type SearchStorage = Pick<Storage, "getItem" | "setItem">;

export function recentSearches(storage?: SearchStorage): string[] {
  try {
    const stored: unknown = JSON.parse((storage ?? window.localStorage).getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? tidy(stored) : [];
  } catch {
    return [];
  }
}

/** What is too short to be searched for is not remembered. Returns the new list. */
export function rememberSearch(text: string, storage?: SearchStorage): string[] {
  return keep([text, ...recentSearches(storage)], storage);
}

/** Returns the new list. */
export function forgetSearch(text: string, storage?: SearchStorage): string[] {
  return keep(
    recentSearches(storage).filter((other) => other !== text),
    storage,
  );
}

function keep(texts: string[], storage?: SearchStorage): string[] {
  const kept = tidy(texts);
  try {
    (storage ?? window.localStorage).setItem(STORAGE_KEY, JSON.stringify(kept));
  } catch {}
  return kept;
}

/** Each once, whatever its capitals, as it was typed last. */
function tidy(texts: unknown[]): string[] {
  const byMeaning = new Map<string, string>();
  for (const text of texts) {
    const meaning = suggestionText(text);
    if (meaning !== "" && !byMeaning.has(meaning)) byMeaning.set(meaning, oneLine(text, QUERY_LENGTH_MAX));
  }
  return [...byMeaning.values()].slice(0, RECENT_SEARCHES_MAX);
}
