// A shopper who leaves the checkout gets one email, if they ticked the box and the owner has it turned on.
import { fieldsOf } from "../text/fields-of.ts";

export const REMINDER_HOURS = { min: 1, max: 72, usual: 4 };

/** What came of the reminders of the last weeks. */
export type ReminderFigures = { sent: number; cameBack: number; bought: number };

/** Fields of a form (`reminds`: "on" or absent, `hours`) → hours after which the email goes, null: reminders are off. */
export function parseReminderHours(
  input: unknown,
): { ok: true; value: number | null } | { ok: false; error: string } {
  const { reminds, hours } = fieldsOf(input);
  if (reminds !== "on") return { ok: true, value: null };
  const count = typeof hours === "string" && /^\s*\d{1,2}\s*$/.test(hours) ? Number(hours) : 0;
  const { min, max } = REMINDER_HOURS;
  if (count < min || count > max)
    return { ok: false, error: `Enter a whole number of hours from ${min} to ${max}` };
  return { ok: true, value: count };
}

/** An item of an abandoned cart, without its price: the current one applies. */
export type LeftLine = { productId: string; selectedOption: string | null; quantity: number };
