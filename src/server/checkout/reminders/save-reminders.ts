import { formatHoursTooMany, isReminderTooLate } from "#domain/privacy/privacy-rules.ts";
import { parseReminderHours, type ReminderFigures } from "#domain/reminders/reminder.ts";
import { formatReplaced, replacedUnseen } from "#domain/text/replaced-unseen.ts";
import type { Shop } from "../../core/shop.ts";
import { findPrivacyRules } from "../../customers/privacy/privacy-queries.ts";
import { changeConfiguration } from "../../settings/change-configuration.ts";
import { findReminderFigures } from "./queries.ts";

const FIGURES_MS = 30 * 24 * 60 * 60_000;

/** Whether shoppers are reminded (hours, or null), and what came of it in the last 30 days. One statement. */
export function loadReminders(shop: Shop): Promise<{ hours: number | null; figures: ReminderFigures }> {
  return findReminderFigures(shop.db, new Date(shop.clock() - FIGURES_MS));
}

type RemindersSaved = { ok: true } | { ok: false; error: string };

/**
 * `fields`: `reminds` ("on" or absent) and `hours`, as a browser sends them, and in `base` the hours that the form was
 * opened with. What somebody else has set since is not replaced unseen, and no reminder is promised for which no email
 * would be left.
 */
export async function saveReminders(
  shop: Shop,
  { actor, fields }: { actor: string; fields: Record<string, unknown> },
): Promise<RemindersSaved> {
  const parsed = parseReminderHours(fields);
  if (!parsed.ok) return parsed;
  const change = { actor, action: "settings.reminders_changed" } as const;
  return changeConfiguration<RemindersSaved>(shop, change, async ({ reminderHours: hours }, tx) => {
    const wanted = parsed.value;
    if (replacedUnseen(fields.base, { hours }, { hours: wanted }).length > 0) {
      const error = formatReplaced(hours === null ? "turned it off" : `set it to ${hours}`);
      return { result: { ok: false, error } };
    }
    const rules = await findPrivacyRules(tx);
    if (isReminderTooLate(wanted, rules)) return { result: { ok: false, error: formatHoursTooMany(rules) } };
    return { result: { ok: true }, ...(wanted === hours ? {} : { next: { reminderHours: wanted } }) };
  });
}
