import { type FormSaved, type FormValues, isOutdated, readForm } from "#domain/form/form-saved.ts";
import type { PrivacyEntry, RemovedDay } from "#domain/privacy/privacy-log.ts";
import { formatDaysTooFew, isReminderTooLate, type PrivacyRules } from "#domain/privacy/privacy-rules.ts";
import { privacyRulesForm } from "#domain/privacy/privacy-rules-form.ts";
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

/** `fields`: those of privacyRulesForm. No checkout is erased before its reminder. */
export async function savePrivacyRules(
  shop: Shop,
  { actor, fields }: { actor: string; fields: FormValues },
): Promise<FormSaved> {
  const parsed = readForm(privacyRulesForm, fields);
  if (!parsed.ok) return parsed;
  // A new shop gets the row that is locked.
  await loadSettings(shop);
  return inTransaction(shop, async (tx): Promise<FormSaved> => {
    // Locked first, like a change of the reminders: it is the lock of these rules, too.
    const reminderHours = (await findConfiguration(tx, { lock: true }))?.reminderHours ?? null;
    const before = await findPrivacyRules(tx);
    const after = parsed.value;
    if (sameValues(before, after)) return { ok: true, now: after };
    if (isOutdated(fields.base, before)) return { ok: false, reason: "changed", now: before };
    if (reminderHours !== null && isReminderTooLate(reminderHours, after))
      return { ok: false, reason: "invalid", errors: { checkoutDays: formatDaysTooFew(reminderHours) } };
    await upsertPrivacyRules(tx, after);
    const entry = { actor, object: "privacy_rules:1", before, after };
    await insertAudit(tx, { ...entry, action: "settings.privacy_changed" }, nowOf(shop));
    return { ok: true, now: after };
  });
}
