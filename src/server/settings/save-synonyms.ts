import { type FormSaved, type FormValues, isOutdated, readForm } from "#domain/form/form-saved.ts";
import { synonymsText } from "#domain/search/own-synonyms.ts";
import { synonymsForm } from "#domain/search/synonyms-form.ts";
import { sameValues } from "#domain/text/same-values.ts";
import type { Shop } from "../core/shop.ts";
import { changeConfiguration } from "./change-configuration.ts";

/** Stores the owner's synonyms. Every process searches by them from the commit on, and draws its lists again. */
export async function saveSynonyms(
  shop: Shop,
  { actor, fields }: { actor: string; fields: FormValues },
): Promise<FormSaved> {
  const parsed = readForm(synonymsForm, fields);
  if (!parsed.ok) return parsed;
  const next = parsed.value.text;
  const change = { actor, action: "settings.synonyms_changed" } as const;
  return changeConfiguration<FormSaved>(shop, change, ({ synonyms }) => {
    const now = { text: synonymsText(synonyms) };
    if (sameValues(next, synonyms)) return { result: { ok: true, now } };
    if (isOutdated(fields.base, now)) return { result: { ok: false, reason: "changed", now } };
    return { result: { ok: true, now: { text: synonymsText(next) } }, next: { synonyms: next } };
  });
}
