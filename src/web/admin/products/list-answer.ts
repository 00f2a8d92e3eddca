import { BULK_PRODUCTS_MAX, type BulkParse } from "#domain/bulk-edit.ts";
import type { StockParse } from "#domain/stock-edit.ts";
import type { BulkResult } from "#server/products/bulk-edit.ts";
import type { DeleteResult } from "#server/products/delete-product.ts";
import type { SetStockResult } from "#server/products/set-stock.ts";
import { type Notice, notices } from "../notices.ts";
import type { Deletable } from "./delete-dialog.tsx";

/** What could not even be read. */
type Unread<Parse> = Extract<Parse, { ok: false }>;

/** What the list is answered with: something to say, or a product to ask about once more. */
export type ListAnswer = {
  notice: Notice | null;
  ask: Deletable | null;
  /** Why the stock was not changed: stays in the dialog that asked. */
  refusal?: Notice;
};

export function deleteAnswer(result: DeleteResult): ListAnswer {
  if (result.ok) return { notice: notices[`product-${result.outcome}`], ask: null };
  const description = "It is not there any more.";
  return { notice: { tone: "error", title: "Failed to delete product", description }, ask: null };
}

export function stockAnswer(result: SetStockResult | Unread<StockParse>): ListAnswer {
  if (result.ok) {
    return { notice: { tone: "success", title: "Stock updated", description: `${result.name}.` }, ask: null };
  }
  const reason = "message" in result ? result.message : "The product is not there any more";
  const refusal: Notice = { tone: "error", title: "Nothing was changed", description: `${reason}.` };
  return { notice: null, ask: null, refusal };
}

/** The shop itself failed; `intent` is what the form was for. */
export function failedAnswer(intent: unknown): ListAnswer {
  const title = intent === "delete" ? "Failed to delete product" : "An unexpected error occurred";
  const failure: Notice = { tone: "error", title };
  return intent === "stock" ? { notice: null, ask: null, refusal: failure } : { notice: failure, ask: null };
}

const PROBLEMS_SHOWN_MAX = 5;

export function bulkAnswer(result: BulkResult | Unread<BulkParse>): ListAnswer {
  if (result.ok) {
    const title = result.changed === 1 ? "1 product updated" : `${result.changed} products updated`;
    return { notice: { tone: "success", title }, ask: null };
  }
  const description = "message" in result ? result.message : reasonOf(result);
  return { notice: { tone: "error", title: "Nothing was changed", description }, ask: null };
}

function reasonOf(refusal: Extract<BulkResult, { ok: false }>): string {
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
  }
}
