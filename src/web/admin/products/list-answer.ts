import { BULK_PRODUCTS_MAX } from "#domain/bulk-edit.ts";
import { type Notice, notices } from "../notices.ts";
import type { Deletable } from "./delete-dialog.tsx";

/** What the list is answered with: something to say, or a product to ask about once more. */
export type ListAnswer = {
  notice: Notice | null;
  ask: Deletable | null;
  /** Why the stock was not changed: stays in the dialog that asked. */
  refusal?: Notice;
};

type DeleteResult = { ok: true; outcome: "deleted" | "archived" } | { ok: false; reason: "not_found" };

export function deleteAnswer(result: DeleteResult): ListAnswer {
  if (result.ok) return { notice: notices[`product-${result.outcome}`], ask: null };
  const description = "It is not there any more.";
  return { notice: { tone: "error", title: "Failed to delete product", description }, ask: null };
}

type StockResult =
  | { ok: true; name: string }
  | { ok: false; message: string }
  | { ok: false; reason: "not_found" };

export function stockAnswer(result: StockResult): ListAnswer {
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

type BulkResult =
  | { ok: true; changed: number }
  | { ok: false; message: string }
  | { ok: false; reason: "nothing_selected" | "too_many" }
  | { ok: false; reason: "refused"; problems: { name: string; message: string }[] };

const PROBLEMS_SHOWN_MAX = 5;

export function bulkAnswer(result: BulkResult): ListAnswer {
  if (result.ok) {
    const title = result.changed === 1 ? "1 product updated" : `${result.changed} products updated`;
    return { notice: { tone: "success", title }, ask: null };
  }
  const description = "message" in result ? result.message : reasonOf(result);
  return { notice: { tone: "error", title: "Nothing was changed", description }, ask: null };
}

function reasonOf(result: Exclude<BulkResult, { ok: true } | { message: string }>): string {
  if (!("problems" in result)) {
    const isNone = result.reason === "nothing_selected";
    return isNone
      ? "Select the products to change."
      : `Select at most ${BULK_PRODUCTS_MAX} products at once.`;
  }
  const shown = result.problems.slice(0, PROBLEMS_SHOWN_MAX);
  const rest = result.problems.length - shown.length;
  const lines = shown.map(({ name, message }) => `${name}: ${message}.`);
  return [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(" ");
}
