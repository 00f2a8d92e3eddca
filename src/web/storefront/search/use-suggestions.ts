import { useEffect, useState } from "react";
import { href } from "react-router";
import { suggestionText } from "#domain/catalog/suggestions.ts";
import { queryText } from "#domain/text/query-text.ts";
import type { Suggestions } from "#server/catalog/search/suggest-products.ts";

/** A pause in typing; who types on asks once. */
const PAUSE_MS = 150;
/** An answer that takes longer is worth a word. */
const SLOW_MS = 1_500;
const TIMEOUT_MS = 10_000;

/** found: the answer to `text`, the last that came. It stays while the next one is on its way. */
export type Found = { text: string; suggestions: Suggestions };
export type Asking = "idle" | "waiting" | "slow" | "failed";

/** The shop's suggestions for the query. Responses to earlier queries are dropped. */
export function useSuggestions(typed: string): { found: Found | null; asking: Asking } {
  const text = suggestionText(typed);
  const [found, setFound] = useState<Found | null>(null);
  const [asking, setAsking] = useState<Asking>("idle");
  useEffect(() => {
    if (text === "") {
      setFound(null);
      setAsking("idle");
      return;
    }
    setAsking("waiting");
    const asked = new AbortController();
    let isDropped = false;
    const ask = setTimeout(async () => {
      try {
        const suggestions = await fetchSuggestions(text, asked.signal);
        if (isDropped) return;
        setFound({ text, suggestions });
        setAsking("idle");
      } catch {
        if (isDropped) return;
        setFound(null);
        setAsking("failed");
      } finally {
        clearTimeout(slow);
        clearTimeout(late);
      }
    }, PAUSE_MS);
    const slow = setTimeout(() => setAsking("slow"), SLOW_MS);
    const late = setTimeout(() => asked.abort(), TIMEOUT_MS);
    return () => {
      isDropped = true;
      for (const timer of [ask, slow, late]) clearTimeout(timer);
      asked.abort();
    };
  }, [text]);
  return { found, asking };
}

async function fetchSuggestions(text: string, signal: AbortSignal): Promise<Suggestions> {
  const response = await fetch(href("/search-suggestions") + queryText({ q: text }), { signal });
  if (!response.ok) throw new Error(`The suggestions endpoint returned ${response.status}`);
  return response.json();
}
