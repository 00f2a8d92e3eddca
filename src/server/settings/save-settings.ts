// Saves what the owner typed into the settings form, all of it or nothing. The rules are the form's own
// (domain/settings/settings-form.ts), checked again here. Changes of other parts of the row (the logo, a legal text)
// don't conflict.
import { type FormSaved, type FormValues, isOutdated } from "#domain/form/form-saved.ts";
import { parseSettings, readSettingsForm, settingsFormOf } from "#domain/settings/settings-form.ts";
import { sameValues } from "#domain/text/same-values.ts";
import type { Shop } from "../core/shop.ts";
import { changeConfiguration } from "./change-configuration.ts";

/** `fields`: those of settingsForm. */
export function saveSettings(
  shop: Shop,
  { actor, fields }: { actor: string; fields: FormValues },
): Promise<FormSaved> {
  return changeConfiguration<FormSaved>(shop, { actor, action: "settings.saved" }, (stored) => {
    const now = settingsFormOf(stored);
    const parsed = parseSettings(readSettingsForm(fields, now), stored);
    if (!parsed.ok) return { result: { ok: false, reason: "invalid", errors: parsed.errors } };
    const next = settingsFormOf(parsed.value);
    if (sameValues(now, next)) return { result: { ok: true, now } };
    if (isOutdated(fields.base, now)) return { result: { ok: false, reason: "changed", now } };
    return { result: { ok: true, now: next }, next: parsed.value };
  });
}
