import { type FormSaved, type FormValues, isOutdated, readForm } from "#domain/form/form-saved.ts";
import { socialForm } from "#domain/settings/social-form.ts";
import type { Shop } from "../core/shop.ts";
import { changeConfiguration } from "./change-configuration.ts";

/** Stores the link of the footer, or none for "". `fields`: those of socialForm. */
export async function saveSocialLink(
  shop: Shop,
  { actor, fields }: { actor: string; fields: FormValues },
): Promise<FormSaved> {
  const parsed = readForm(socialForm, fields);
  if (!parsed.ok) return parsed;
  return changeConfiguration<FormSaved>(shop, { actor, action: "settings.saved" }, ({ profile }) => {
    const now = { socialUrl: profile.socialUrl };
    if (now.socialUrl === parsed.value.socialUrl) return { result: { ok: true, now } };
    if (isOutdated(fields.base, now)) return { result: { ok: false, reason: "changed", now } };
    return { result: { ok: true, now: parsed.value }, next: { profile: { ...profile, ...parsed.value } } };
  });
}
