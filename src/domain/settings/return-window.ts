// How things may be sent back, as the owner has set it: the terms that the returns page, product pages, orders' pages, and
// search engines name.

export const RETURN_DAYS_MAX = 365;

export const RETURN_CONDITION_LENGTH_MAX = 120;
export const REFUND_DAYS_MAX = 60;

/** 0: nothing may be sent back. null: the owner has set no number; the Shipping & returns text alone counts. */
export type ReturnDays = number | null;

export function isReturnDays(value: unknown): value is ReturnDays {
  if (value === null) return true;
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= RETURN_DAYS_MAX;
}

export function isRefundDays(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= REFUND_DAYS_MAX;
}

/** As it is typed, "" for null; undefined for what can't be stored. */
export function parseReturnDays(text: string): ReturnDays | undefined {
  const typed = text.trim();
  const days = typed === "" ? null : /^\d{1,3}$/.test(typed) ? Number(typed) : undefined;
  return isReturnDays(days) ? days : undefined;
}

export type ReturnTerms = {
  returnDays: ReturnDays;
  /** "Unworn, with tags"; "" for nothing to say. */
  returnCondition: string;
  /** The store sends a label; otherwise the customer pays. */
  returnsAreFree: boolean;
  /** At most so long after a return has arrived its refund is made. */
  refundDays: number;
};

const formatDays = (days: number) => (days === 1 ? "1 day" : `${days} days`);

/** The four questions of a customer who may return something: how long, in what condition, who pays, when is the refund. */
export function returnLines(terms: ReturnTerms): string[] {
  const { returnDays, returnCondition, returnsAreFree, refundDays } = terms;
  if (returnDays === null || returnDays === 0) return [formatReturnWindow(returnDays)].filter(Boolean);
  return [
    formatReturnWindow(returnDays),
    returnCondition && `Condition: ${returnCondition}.`,
    returnsAreFree ? "Return shipping is free: we send you a label." : "You pay for return shipping.",
    `We refund you within ${formatDays(refundDays)} of receiving your return.`,
  ].filter(Boolean);
}

/** One sentence; "" while the owner has set no number. */
export function formatReturnWindow(days: ReturnDays): string {
  if (days === null) return "";
  if (days === 0) return "All sales are final.";
  return `You can return items within ${formatDays(days)} of delivery.`;
}

/** The start of the part on returns, line by line, before it says how to contact the store. */
export function formatReturns(terms: ReturnTerms): string {
  if (terms.returnDays === 0) return "All sales are final. Is something damaged, or not what you ordered?";
  return ["Something doesn't fit, or isn't what you expected?", ...returnLines(terms)].join("\n");
}
