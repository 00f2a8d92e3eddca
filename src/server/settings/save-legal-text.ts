import { type FormSaved, type FormValues, isOutdated, readForm } from "#domain/form/form-saved.ts";
import { legalDrafts } from "#domain/settings/legal-drafts.ts";
import type { LegalPageName } from "#domain/settings/legal-text.ts";
import { legalTextForm } from "#domain/settings/legal-text-form.ts";
import type { Shop } from "../core/shop.ts";
import { changeConfiguration } from "./change-configuration.ts";

type SaveLegalText = { actor: string; page: LegalPageName; fields: FormValues };

/** Stores the owner's own text. One that is the draft itself is not stored, so it stays the draft. */
export async function saveLegalText(shop: Shop, { actor, page, fields }: SaveLegalText): Promise<FormSaved> {
  const parsed = readForm(legalTextForm, fields);
  if (!parsed.ok) return parsed;
  const change = { actor, action: "settings.legal_text_changed" } as const;
  return changeConfiguration<FormSaved>(shop, change, ({ legalTexts }) => {
    const now = { text: legalTexts[page] ?? legalDrafts[page] };
    const { text } = parsed.value;
    if (text === now.text) return { result: { ok: true, now } };
    if (isOutdated(fields.base, now)) return { result: { ok: false, reason: "changed", now } };
    const { [page]: _, ...others } = legalTexts;
    const own = text === legalDrafts[page] ? {} : { [page]: text };
    return { result: { ok: true, now: { text } }, next: { legalTexts: { ...others, ...own } } };
  });
}

/** The page shows the shop's draft again; the audit log keeps the text that it had. */
export function restoreLegalText(
  shop: Shop,
  { actor, page }: { actor: string; page: LegalPageName },
): Promise<void> {
  const change = { actor, action: "settings.legal_text_changed" } as const;
  return changeConfiguration(shop, change, ({ legalTexts: { [page]: _, ...others } }) => {
    return { result: undefined, next: { legalTexts: others } };
  });
}
