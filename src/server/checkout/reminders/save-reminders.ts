import { type FormSaved, type FormValues, isOutdated, readForm } from "#domain/form/form-saved.ts";
import { formatHoursTooMany, isReminderTooLate } from "#domain/privacy/privacy-rules.ts";
import type { ReminderFigures } from "#domain/reminders/reminder.ts";
import { reminderForm, reminderFormOf } from "#domain/reminders/reminder-form.ts";
import type { Shop } from "../../core/shop.ts";
import { findPrivacyRules } from "../../customers/privacy/privacy-queries.ts";
import { changeConfiguration } from "../../settings/change-configuration.ts";
import { findReminderFigures } from "./queries.ts";

const FIGURES_MS = 30 * 24 * 60 * 60_000;

/** Whether shoppers are reminded (hours, or null), and the figures of the last 30 days. One statement. */
export function loadReminders(shop: Shop): Promise<{ hours: number | null; figures: ReminderFigures }> {
  return findReminderFigures(shop.db, new Date(shop.clock() - FIGURES_MS));
}

/** `fields`: those of reminderForm. Refuses hours after which the email would already be erased. */
export async function saveReminders(
  shop: Shop,
  { actor, fields }: { actor: string; fields: FormValues },
): Promise<FormSaved> {
  const parsed = readForm(reminderForm, fields);
  if (!parsed.ok) return parsed;
  const change = { actor, action: "settings.reminders_changed" } as const;
  const wanted = parsed.value.reminds ? parsed.value.hours : null;
  return changeConfiguration<FormSaved>(shop, change, async ({ reminderHours: hours }, tx) => {
    const now = reminderFormOf(hours);
    if (hours === wanted) return { result: { ok: true, now } };
    if (isOutdated(fields.base, now)) return { result: { ok: false, reason: "changed", now } };
    const rules = await findPrivacyRules(tx);
    if (isReminderTooLate(wanted, rules)) {
      const errors = { hours: formatHoursTooMany(rules) };
      return { result: { ok: false, reason: "invalid", errors } };
    }
    return { result: { ok: true, now: reminderFormOf(wanted) }, next: { reminderHours: wanted } };
  });
}
