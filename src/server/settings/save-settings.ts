// Saves what the owner typed into the settings form, all of it or nothing. The rules are the form's own
// (domain/settings/settings-form.ts), checked again here. Changes of other parts of the row (the logo, a legal text)
// don't conflict. The store's name is in its icons, too.
import { type FormSaved, type FormValues, isOutdated } from "#domain/form/form-saved.ts";
import { parseSettings, readSettingsForm, settingsFormOf } from "#domain/settings/settings-form.ts";
import { oneLine } from "#domain/text/one-line.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { areIconsOf, drawIcons } from "./brand/icons/draw-icons.ts";
import { insertIcons } from "./brand/icons/icon-queries.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { readConfiguration } from "./load-configuration.ts";

/** `fields`: those of settingsForm. */
export async function saveSettings(
  shop: Shop,
  { actor, fields }: { actor: string; fields: FormValues },
): Promise<FormSaved> {
  const { look } = (await readConfiguration(shop)).brand;
  const icons = await drawIcons(shop, { look, storeName: oneLine(fields.storeName) });
  return changeConfiguration<FormSaved>(shop, { actor, action: "settings.saved" }, async (stored, tx) => {
    const now = settingsFormOf(stored);
    const parsed = parseSettings(readSettingsForm(fields, now), stored);
    if (!parsed.ok) return { result: { ok: false, reason: "invalid", errors: parsed.errors } };
    const next = settingsFormOf(parsed.value);
    if (sameValues(now, next)) return { result: { ok: true, now } };
    if (isOutdated(fields.base, now)) return { result: { ok: false, reason: "changed", now } };
    const { storeName } = parsed.value.settings.businessInfo;
    // What can't be drawn stays as it is: a name can always be saved.
    if (!icons || !areIconsOf(icons, { look: stored.brand.look, storeName }))
      return { result: { ok: true, now: next }, next: parsed.value };
    await insertIcons(tx, icons, nowOf(shop));
    return { result: { ok: true, now: next }, next: { ...parsed.value, icons: icons.id } };
  });
}
