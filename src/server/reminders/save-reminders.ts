import { parseReminderHours, type ReminderFigures } from "#domain/reminders/reminder.ts";
import { changeConfiguration } from "../settings/change-configuration.ts";
import type { Shop } from "../shop.ts";
import { findReminderFigures } from "./queries.ts";

const FIGURES_MS = 30 * 24 * 60 * 60_000;

/** Whether shoppers are reminded (hours, or null), and what came of it in the last 30 days. One statement. */
export function loadReminders(shop: Shop): Promise<{ hours: number | null; figures: ReminderFigures }> {
  return findReminderFigures(shop.db, new Date(shop.clock() - FIGURES_MS));
}

/** `fields`: `reminds` ("on" or absent) and `hours`, as a browser sends them. */
export async function saveReminders(
  shop: Shop,
  { actor, fields }: { actor: string; fields: Record<string, unknown> },
): Promise<{ ok: true } | { ok: false; error: string }> {
  const parsed = parseReminderHours(fields);
  if (!parsed.ok) return parsed;
  const change = { actor, action: "settings.reminders_changed" } as const;
  return changeConfiguration<{ ok: true }>(shop, change, ({ reminderHours }) => ({
    result: { ok: true },
    ...(parsed.value === reminderHours ? {} : { next: { reminderHours: parsed.value } }),
  }));
}
