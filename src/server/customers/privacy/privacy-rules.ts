import type { PrivacyEntry, RemovedDay } from "#domain/privacy/privacy-log.ts";
import {
  formatDaysTooFew,
  isReminderTooLate,
  type PrivacyField,
  type PrivacyRules,
  parsePrivacyRules,
} from "#domain/privacy/privacy-rules.ts";
import type { FieldErrors } from "#domain/text/fields.ts";
import { formatReplaced, replacedUnseen } from "#domain/text/replaced-unseen.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { findConfiguration } from "../../settings/queries.ts";
import { findPrivacyPage, findPrivacyRules, upsertPrivacyRules } from "./privacy-queries.ts";

const SHOWN = 50;

export type PrivacyPage = { rules: PrivacyRules; entries: PrivacyEntry[]; removed: RemovedDay[] };

/** One statement. */
export function loadPrivacy(shop: Pick<Shop, "db">): Promise<PrivacyPage> {
  return findPrivacyPage(shop.db, SHOWN);
}

/**
 * `fields`: those of PrivacyRules, as a browser sends them, and in `base` the rules that the form was opened with. What
 * somebody else has set since is not replaced unseen, and no checkout is erased before its reminder.
 */
export async function savePrivacyRules(
  shop: Shop,
  { actor, fields }: { actor: string; fields: Record<string, unknown> },
): Promise<{ ok: true } | { ok: false; errors: FieldErrors<PrivacyField> }> {
  const parsed = parsePrivacyRules(fields);
  if (!parsed.ok) return parsed;
  // A new shop gets the row that is locked.
  await loadSettings(shop);
  return inTransaction(shop, async (tx) => {
    // Locked first, like a change of the reminders: it is the lock of these rules, too.
    const reminderHours = (await findConfiguration(tx, { lock: true }))?.reminderHours ?? null;
    const before = await findPrivacyRules(tx);
    const after = parsed.value;
    const errors: FieldErrors<PrivacyField> = {};
    if (reminderHours !== null && isReminderTooLate(reminderHours, after))
      errors.checkoutDays = formatDaysTooFew(reminderHours);
    for (const field of replacedUnseen(fields.base, before, after))
      errors[field] = formatReplaced(`set it to ${before[field] ?? "nothing"}`);
    if (Object.keys(errors).length > 0) return { ok: false, errors };
    if (sameValues(before, after)) return { ok: true };
    await upsertPrivacyRules(tx, after);
    const entry = { actor, object: "privacy_rules:1", before, after };
    await insertAudit(tx, { ...entry, action: "settings.privacy_changed" }, nowOf(shop));
    return { ok: true };
  });
}
