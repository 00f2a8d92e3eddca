import { parseReviewRules, type ReviewRules } from "#domain/reviews/review-search.ts";
import { formatReplaced, replacedUnseen } from "#domain/text/replaced-unseen.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { findReviewRules, upsertReviewRules } from "./ask-queries.ts";

export function loadReviewRules(shop: Shop): Promise<ReviewRules> {
  return findReviewRules(shop.db);
}

/**
 * `fields`: `asks` ("on" or absent) and `afterDays`, as a browser sends them, and in `base` the rules that the form was
 * opened with. What somebody else has set since is not replaced unseen.
 */
export async function saveReviewRules(
  shop: Shop,
  { actor, fields }: { actor: string; fields: Record<string, unknown> },
): Promise<{ ok: true } | { ok: false; error: string }> {
  const parsed = parseReviewRules(fields);
  if (!parsed.ok) return parsed;
  return inTransaction(shop, async (tx) => {
    const before = await findReviewRules(tx, { lock: true });
    const after = parsed.value;
    const lost = replacedUnseen(fields.base, before, after);
    if (lost.length > 0) return { ok: false, error: formatReplaced(lost.map(tellSet(before)).join(" and ")) };
    if (sameValues(before, after)) return { ok: true };
    await upsertReviewRules(tx, after);
    const entry = { actor, object: "review_rules:1", before, after };
    await insertAudit(tx, { ...entry, action: "settings.reviews_changed" }, nowOf(shop));
    return { ok: true };
  });
}

const tellSet =
  ({ asks, afterDays }: ReviewRules) =>
  (field: keyof ReviewRules): string =>
    field === "asks" ? `turned it ${asks ? "on" : "off"}` : `set the days to ${afterDays}`;
