import { type FormSaved, type FormValues, isOutdated, readForm } from "#domain/form/form-saved.ts";
import { reviewRulesForm } from "#domain/reviews/review-rules-form.ts";
import type { ReviewRules } from "#domain/reviews/review-search.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { findReviewRules, upsertReviewRules } from "./ask-queries.ts";

export function loadReviewRules(shop: Shop): Promise<ReviewRules> {
  return findReviewRules(shop.db);
}

/** `fields`: those of reviewRulesForm. */
export async function saveReviewRules(
  shop: Shop,
  { actor, fields }: { actor: string; fields: FormValues },
): Promise<FormSaved> {
  const parsed = readForm(reviewRulesForm, fields);
  if (!parsed.ok) return parsed;
  return inTransaction(shop, async (tx): Promise<FormSaved> => {
    const before = await findReviewRules(tx, { lock: true });
    const after = parsed.value;
    if (sameValues(before, after)) return { ok: true, now: after };
    if (isOutdated(fields.base, before)) return { ok: false, reason: "changed", now: before };
    await upsertReviewRules(tx, after);
    const entry = { actor, object: "review_rules:1", before, after };
    await insertAudit(tx, { ...entry, action: "settings.reviews_changed" }, nowOf(shop));
    return { ok: true, now: after };
  });
}
