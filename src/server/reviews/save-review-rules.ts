import { parseReviewRules, type ReviewRules } from "#domain/reviews/review-search.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { findReviewRules, upsertReviewRules } from "./ask-queries.ts";

export function loadReviewRules(shop: Shop): Promise<ReviewRules> {
  return findReviewRules(shop.db);
}

/** `fields`: `asks` ("on" or absent) and `afterDays`, as a browser sends them. */
export async function saveReviewRules(
  shop: Shop,
  { actor, fields }: { actor: string; fields: Record<string, unknown> },
): Promise<{ ok: true } | { ok: false; error: string }> {
  const parsed = parseReviewRules(fields);
  if (!parsed.ok) return parsed;
  await inTransaction(shop, async (tx) => {
    const before = await findReviewRules(tx, { lock: true });
    const after = parsed.value;
    if (before.asks === after.asks && before.afterDays === after.afterDays) return;
    await upsertReviewRules(tx, after);
    const entry = {
      actor,
      action: "settings.reviews_changed",
      object: "review_rules:1",
      before,
      after,
    } as const;
    await insertAudit(tx, entry, nowOf(shop));
  });
  return { ok: true };
}
