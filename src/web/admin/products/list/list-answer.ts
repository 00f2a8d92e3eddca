import { BULK_PRODUCTS_MAX, type BulkParse } from "#domain/product/bulk-edit.ts";
import type { StockParse } from "#domain/product/stock-edit.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { BulkResult } from "#server/products/bulk-edit.ts";
import type { DeleteResult } from "#server/products/delete-product.ts";
import type { SetStockResult } from "#server/products/set-stock.ts";
import { failure, type Notice, notices, success } from "../../frame/notices.ts";
import type { Deletable } from "./delete-dialog.tsx";

/** The answer to the list's forms: a notice, or a product to confirm deleting. */
export type ListAnswer = {
  notice: Notice | null;
  ask: Deletable | null;
  /** Why the stock was not changed; shown in the dialog that asked. */
  refusal?: Notice;
};

type Refused<Result> = Extract<Result, { ok: false }>;

export function deleteAnswer(result: DeleteResult): ListAnswer {
  if (result.ok) return { notice: notices[`product-${result.outcome}`], ask: null };
  return { notice: failure("Failed to delete product", "It is not there any more."), ask: null };
}

export function stockAnswer(result: SetStockResult | Refused<StockParse>): ListAnswer {
  if (result.ok) return { notice: success("Stock updated", `${result.name}.`), ask: null };
  return { notice: null, ask: null, refusal: failure("Nothing was changed", `${whyNoStock(result)}.`) };
}

function whyNoStock(refusal: Refused<SetStockResult | StockParse>): string {
  if (!("reason" in refusal)) return refusal.message;
  switch (refusal.reason) {
    case "not_found":
      return "The product is not there any more";
    case "refused":
      return refusal.message;
    default:
      return unreachable(refusal);
  }
}

/** An unexpected error. */
export function failedAnswer(intent: "delete" | "stock" | "bulk"): ListAnswer {
  const notice = failure(intent === "delete" ? "Failed to delete product" : "An unexpected error occurred");
  return intent === "stock" ? { notice: null, ask: null, refusal: notice } : { notice, ask: null };
}

const PROBLEMS_SHOWN_MAX = 5;

export function bulkAnswer(result: BulkResult | Refused<BulkParse>): ListAnswer {
  if (!result.ok) return { notice: failure("Nothing was changed", whyNoBulk(result)), ask: null };
  const { changed } = result;
  return { notice: success(changed === 1 ? "1 product updated" : `${changed} products updated`), ask: null };
}

function whyNoBulk(refusal: Refused<BulkResult | BulkParse>): string {
  if (!("reason" in refusal)) return refusal.message;
  switch (refusal.reason) {
    case "nothing_selected":
      return "Select the products to change.";
    case "too_many":
      return `Select at most ${BULK_PRODUCTS_MAX} products at once.`;
    case "refused": {
      const shown = refusal.problems.slice(0, PROBLEMS_SHOWN_MAX);
      const rest = refusal.problems.length - shown.length;
      const lines = shown.map(({ name, message }) => `${name}: ${message}.`);
      return [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(" ");
    }
    default:
      return unreachable(refusal);
  }
}
