import { parseSynonyms, synonymsText, tidySynonyms } from "#domain/search/own-synonyms.ts";
import { sameValues } from "#domain/text/same-values.ts";
import type { Shop } from "../core/shop.ts";
import { changeConfiguration } from "./change-configuration.ts";

export type SynonymsSaved =
  /** `text`: what they are now. */
  | { ok: true; text: string }
  | { ok: false; reason: "invalid"; error: string }
  /** Someone else saved them since they were loaded; `current` is their current text. */
  | { ok: false; reason: "changed"; current: string };

type SaveSynonyms = {
  actor: string;
  text: unknown;
  /** The text that the form was loaded with. */
  base: unknown;
};

/** Stores the owner's synonyms. Every process searches by them from the commit on, and draws its lists again. */
export function saveSynonyms(shop: Shop, { actor, text, base }: SaveSynonyms): Promise<SynonymsSaved> {
  const change = { actor, action: "settings.synonyms_changed" } as const;
  return changeConfiguration<SynonymsSaved>(shop, change, ({ synonyms }) => {
    const parsed = parseSynonyms(text);
    if (!parsed.ok) return { result: { ok: false, reason: "invalid", error: parsed.error } };
    const current = synonymsText(synonyms);
    if (sameValues(parsed.value, synonyms)) return { result: { ok: true, text: current } };
    if (tidySynonyms(base) !== current) return { result: { ok: false, reason: "changed", current } };
    return { result: { ok: true, text: synonymsText(parsed.value) }, next: { synonyms: parsed.value } };
  });
}
