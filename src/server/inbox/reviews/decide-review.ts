import type { OwnersReview, ReviewSearch } from "#domain/reviews/review-search.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { listReviewsAfter, lockReview, updateState } from "./queries.ts";

const REVIEWS_LISTED = 20;

/** One page of the owner's list, the latest words first. */
export async function listReviews(
  shop: Shop,
  search: ReviewSearch,
): Promise<{ reviews: OwnersReview[]; next: Cursor | null }> {
  const found = await listReviewsAfter(shop.db, search, REVIEWS_LISTED + 1);
  const shown = found.slice(0, REVIEWS_LISTED);
  const next = found.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  return { reviews: shown.map(({ review }) => review), next };
}

type Decision = {
  id: unknown;
  /** The version that the owner has read. */
  version: number;
  to: "shown" | "hidden";
  actor: string;
};

/** changed: its writer has changed it since the owner read it. not_found: its writer has taken it back. */
export type DecisionResult = { ok: true } | { ok: false; reason: "not_found" | "changed" };

/** Shows a review on its product's page, or hides it. One that is so already stays, without an entry in the audit log. */
export async function decideReview(shop: Shop, decision: Decision): Promise<DecisionResult> {
  const { id, version, to, actor } = decision;
  if (!isUuid(id)) return { ok: false, reason: "not_found" };
  const result = await inTransaction(shop, async (tx): Promise<DecisionResult> => {
    const review = await lockReview(tx, id);
    if (!review) return { ok: false, reason: "not_found" };
    if (review.version !== version) return { ok: false, reason: "changed" };
    if (review.state === to) return { ok: true };
    const now = nowOf(shop);
    await updateState(tx, id, to, now);
    const change = { before: { state: review.state }, after: { state: to, product: review.productId } };
    await insertAudit(tx, { actor, action: `review.${to}`, object: id, ...change }, now);
    return { ok: true };
  });
  if (result.ok) await shop.catalogChanged();
  return result;
}
