// What changes of products from their lists have led to, in words.
import { BULK_PRODUCTS_MAX } from "#domain/product/bulk-edit.ts";
import type { BulkPreview, BulkResult } from "#server/products/bulk/bulk-edit.ts";
import type { UndoResult } from "#server/products/bulk/undo-bulk.ts";
import type { DeleteResult } from "#server/products/delete-product.ts";
import type { HeroChosen } from "#server/products/hero-product.ts";
import { UNEXPECTED } from "../../forms/form-outcome.ts";
import { done, notices, type Outcome, refused } from "../../frame/notices.ts";

/** null: it failed, which is logged. */
type OrFailed<Result> = Result | null;

export function deleteOutcome(result: OrFailed<DeleteResult>): Outcome {
  if (result?.ok) return { notice: notices[`product-${result.outcome}`], status: 200 };
  const title = "Failed to delete product";
  return result ? refused(404, title, "This product no longer exists.") : refused(500, title, UNEXPECTED);
}

export function heroOutcome(result: HeroChosen, isOn: boolean): Outcome {
  if (!result.ok) return refused(404, NOTHING_CHANGED, "This product no longer exists.");
  if (!isOn) return done("The home page shows the newest product now");
  const description = result.isShown
    ? "Shown while it's in stock."
    : "It is sold out or hidden right now, so the newest product is shown.";
  return done("Chosen for the home page", description);
}

export const NOTHING_CHANGED = "Nothing was changed";
const PROBLEMS_SHOWN_MAX = 5;

type Refused<Result> = Extract<Result, { ok: false }>;

export function whyNoBulk({ reason }: Refused<BulkPreview> | Refused<BulkResult>): string {
  return reason === "nothing_selected"
    ? "Select the products to change."
    : `Select at most ${BULK_PRODUCTS_MAX} products at once.`;
}

export function bulkOutcome({ changed, left, undoId }: Extract<BulkResult, { ok: true }>): Outcome {
  if (undoId === null) return refused(409, NOTHING_CHANGED, formatLeft(left));
  return done(changed === 1 ? "1 product updated" : `${changed} products updated`, formatLeft(left));
}

export function undoOutcome(result: OrFailed<UndoResult>): Outcome {
  const title = "Nothing was undone";
  if (!result) return refused(500, title, UNEXPECTED);
  if (!result.ok) return refused(409, title, "A change can be undone once, and for a minute.");
  const { changed, left } = result;
  if (changed === 0) return refused(409, title, formatLeft(left));
  return done(changed === 1 ? "1 product restored" : `${changed} products restored`, formatLeft(left));
}

/** The products that stayed as they are, each with its reason. */
function formatLeft(left: { name: string; message: string }[]): string {
  const shown = left.slice(0, PROBLEMS_SHOWN_MAX);
  const rest = left.length - shown.length;
  const lines = shown.map(({ name, message }) => `${name}: ${message}.`);
  return [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(" ");
}
