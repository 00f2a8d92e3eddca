import { BULK_PRODUCTS_MAX, type BulkEdit, type BulkParse } from "#domain/product/bulk-edit.ts";
import type { StockParse } from "#domain/product/stock-edit.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { BulkPreview, BulkResult, BulkRow } from "#server/products/bulk/bulk-edit.ts";
import type { UndoResult } from "#server/products/bulk/undo-bulk.ts";
import type { DeleteResult } from "#server/products/delete-product.ts";
import type { HeroChosen } from "#server/products/hero-product.ts";
import type { SetStockResult } from "#server/products/inventory/set-stock.ts";
import { failure, type Notice, notices, success } from "../../frame/notices.ts";
import type { Deletable } from "./delete-dialog.tsx";

/** The answer to the list's forms: a notice, or a product to confirm deleting. */
export type ListAnswer = {
  notice: Notice | null;
  ask: Deletable | null;
  /** Why the stock was not changed; shown in the dialog that asked. */
  refusal?: Notice;
  /** What a change of several would do. */
  preview?: { edit: BulkEdit; rows: BulkRow[] };
  /** A change of several that can be undone. */
  undoId?: string;
};

type Refused<Result> = Extract<Result, { ok: false }>;

export function deleteAnswer(result: DeleteResult): ListAnswer {
  if (result.ok) return { notice: notices[`product-${result.outcome}`], ask: null };
  return { notice: failure("Failed to delete product", "This product no longer exists."), ask: null };
}

export function heroAnswer(result: HeroChosen, isOn: boolean): ListAnswer {
  if (!result.ok)
    return { notice: failure("Nothing was changed", "This product no longer exists."), ask: null };
  if (!isOn) return { notice: success("The home page shows the newest product now"), ask: null };
  const description = result.isShown
    ? "Shown while it can be bought."
    : "It is sold out or hidden right now, so the newest product is shown.";
  return { notice: success("Chosen for the home page", description), ask: null };
}

export function stockAnswer(result: SetStockResult | Refused<StockParse>): ListAnswer {
  if (result.ok) return { notice: success("Stock updated", `${result.name}.`), ask: null };
  return { notice: null, ask: null, refusal: failure("Nothing was changed", `${whyNoStock(result)}.`) };
}

function whyNoStock(refusal: Refused<SetStockResult | StockParse>): string {
  if (!("reason" in refusal)) return refusal.message;
  switch (refusal.reason) {
    case "not_found":
      return "This product no longer exists";
    case "refused":
      return refusal.message;
    default:
      return unreachable(refusal);
  }
}

/** An unexpected error. */
export function failedAnswer(intent: "delete" | "stock" | "bulk" | "bulk-preview" | "bulk-undo"): ListAnswer {
  const notice = failure(intent === "delete" ? "Failed to delete product" : "An unexpected error occurred");
  return intent === "stock" ? { notice: null, ask: null, refusal: notice } : { notice, ask: null };
}

const PROBLEMS_SHOWN_MAX = 5;

export function previewAnswer(edit: BulkEdit, preview: BulkPreview): ListAnswer {
  if (!preview.ok) return nothingChanged(preview);
  return { notice: null, ask: null, preview: { edit, rows: preview.rows } };
}

export function bulkAnswer(result: BulkResult): ListAnswer {
  if (!result.ok) return nothingChanged(result);
  const { changed, left, undoId } = result;
  if (undoId === null) return { notice: failure("Nothing was changed", formatLeft(left)), ask: null };
  return { notice: success(updated(changed), formatLeft(left)), ask: null, undoId };
}

export function undoAnswer(result: UndoResult): ListAnswer {
  if (!result.ok) {
    const why = "A change can be undone once, and for a minute.";
    return { notice: failure("Nothing was undone", why), ask: null };
  }
  const { changed, left } = result;
  const notice =
    changed === 0
      ? failure("Nothing was undone", formatLeft(left))
      : success(undone(changed), formatLeft(left));
  return { notice, ask: null };
}

export function nothingChanged(
  refusal: Refused<BulkPreview> | Refused<BulkResult> | Refused<BulkParse>,
): ListAnswer {
  return { notice: failure("Nothing was changed", whyNoBulk(refusal)), ask: null };
}

const updated = (count: number) => (count === 1 ? "1 product updated" : `${count} products updated`);
const undone = (count: number) =>
  count === 1 ? "1 product is as it was" : `${count} products are as they were`;

function whyNoBulk(refusal: Refused<BulkPreview> | Refused<BulkResult> | Refused<BulkParse>): string {
  if (!("reason" in refusal)) return refusal.message;
  return refusal.reason === "nothing_selected"
    ? "Select the products to change."
    : `Select at most ${BULK_PRODUCTS_MAX} products at once.`;
}

/** The products that stayed as they are, each with its reason. */
function formatLeft(left: { name: string; message: string }[]): string {
  const shown = left.slice(0, PROBLEMS_SHOWN_MAX);
  const rest = left.length - shown.length;
  const lines = shown.map(({ name, message }) => `${name}: ${message}.`);
  return [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(" ");
}
