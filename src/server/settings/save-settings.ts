// Saves what the owner typed into the settings form, all of it or nothing. The rules are the form's own
// (domain/settings/settings-form.ts), checked again here. If someone else saved since the form was loaded, the owner
// sees what changed and gets one form with both edits. Changes of other parts of the row (the logo, a legal text)
// don't conflict.
import {
  mergeSettings,
  parseSettings,
  parseSettingsBase,
  readSettingsForm,
  type SettingsChange,
  type SettingsErrors,
  type SettingsForm,
  settingsFormOf,
} from "#domain/settings/settings-form.ts";
import type { Shop } from "../core/shop.ts";
import { changeConfiguration } from "./change-configuration.ts";

export type SaveSettingsInput = {
  actor: string;
  /** The form's fields as a browser sends them. */
  fields: Record<string, unknown>;
  /** The version that the form was loaded at, and the form as it was then (JSON). */
  version: number;
  base: unknown;
};

export type SettingsSaved =
  | { ok: true }
  | { ok: false; reason: "invalid"; errors: SettingsErrors; form: SettingsForm }
  | { ok: false; reason: "changed"; changes: SettingsChange[]; form: SettingsForm };

export function saveSettings(shop: Shop, input: SaveSettingsInput): Promise<SettingsSaved> {
  const { actor, fields, version, base } = input;
  return changeConfiguration<SettingsSaved>(shop, { actor, action: "settings.saved" }, (stored) => {
    const current = settingsFormOf(stored);
    const typed = readSettingsForm(fields, current);
    if (version !== stored.version) {
      const merged = mergeSettings(parseSettingsBase(base, current), typed, current);
      if (merged.changes.length > 0) return { result: { ok: false, reason: "changed", ...merged } };
    }
    const parsed = parseSettings(typed, stored);
    if (!parsed.ok) return { result: { ok: false, reason: "invalid", errors: parsed.errors, form: typed } };
    return { result: { ok: true }, next: parsed.value };
  });
}
