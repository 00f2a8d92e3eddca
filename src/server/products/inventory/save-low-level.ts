import { type FormSaved, type FormValues, isOutdated, readForm } from "#domain/form/form-saved.ts";
import { lowLevelForm } from "#domain/inventory/low-level-form.ts";
import type { Shop } from "../../core/shop.ts";
import { changeConfiguration } from "../../settings/change-configuration.ts";

/** `fields`: those of lowLevelForm. */
export async function saveLowLevel(
  shop: Shop,
  { actor, fields }: { actor: string; fields: FormValues },
): Promise<FormSaved> {
  const parsed = readForm(lowLevelForm, fields);
  if (!parsed.ok) return parsed;
  const { level } = parsed.value;
  const change = { actor, action: "settings.low_level_changed" } as const;
  return changeConfiguration<FormSaved>(shop, change, ({ lowLevel }) => {
    if (level === lowLevel) return { result: { ok: true, now: { level } } };
    const now = { level: lowLevel };
    if (isOutdated(fields.base, now)) return { result: { ok: false, reason: "changed", now } };
    return { result: { ok: true, now: { level } }, next: { lowLevel: level } };
  });
}
