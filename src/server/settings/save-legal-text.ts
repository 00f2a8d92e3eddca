import { legalDrafts } from "#domain/settings/legal-drafts.ts";
import { type LegalPageName, parseLegalText, tidy } from "#domain/settings/legal-text.ts";
import type { Shop } from "../core/shop.ts";
import { changeConfiguration } from "./change-configuration.ts";

export type LegalTextSaved =
  | { ok: true }
  | { ok: false; reason: "invalid"; error: string }
  /** Someone else saved this page since it was loaded; `current` is its current text. */
  | { ok: false; reason: "changed"; current: string };

type SaveLegalText = {
  actor: string;
  page: LegalPageName;
  text: unknown;
  /** The text that the form was loaded with. */
  base: unknown;
};

/** Stores the owner's own text. One that is the draft itself is not stored, so it stays the draft. */
export function saveLegalText(
  shop: Shop,
  { actor, page, text, base }: SaveLegalText,
): Promise<LegalTextSaved> {
  const change = { actor, action: "settings.legal_text_changed" } as const;
  return changeConfiguration<LegalTextSaved>(shop, change, ({ legalTexts }) => {
    const current = legalTexts[page] ?? legalDrafts[page];
    const parsed = parseLegalText(text);
    if (!parsed.ok) return { result: { ok: false, reason: "invalid", error: parsed.error } };
    const isMine = typeof base === "string" && tidy(base) === current;
    if (!isMine && parsed.value !== current) return { result: { ok: false, reason: "changed", current } };
    const { [page]: _, ...others } = legalTexts;
    const own = parsed.value === legalDrafts[page] ? {} : { [page]: parsed.value };
    return { result: { ok: true }, next: { legalTexts: { ...others, ...own } } };
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
