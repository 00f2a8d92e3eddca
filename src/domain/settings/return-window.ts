// How long after delivery something may be sent back, as the owner has set it: the one number that the returns page, product
// pages and search engines name.

export const RETURN_DAYS_MAX = 365;

/** 0: nothing may be sent back. null: the owner has set no number; the Shipping & returns text alone counts. */
export type ReturnDays = number | null;

export function isReturnDays(value: unknown): value is ReturnDays {
  if (value === null) return true;
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= RETURN_DAYS_MAX;
}

/** As it is typed, "" for null; undefined for what can't be stored. */
export function parseReturnDays(text: string): ReturnDays | undefined {
  const typed = text.trim();
  const days = typed === "" ? null : /^\d{1,3}$/.test(typed) ? Number(typed) : undefined;
  return isReturnDays(days) ? days : undefined;
}

/** One sentence; "" while the owner has set no number. */
export function tellReturnWindow(days: ReturnDays): string {
  if (days === null) return "";
  if (days === 0) return "All sales are final.";
  return `You can send things back within ${days} ${days === 1 ? "day" : "days"} of delivery.`;
}

/** How the part on returns begins, before it says how to tell the store. */
export function tellReturns(days: ReturnDays): string {
  if (days === 0) return "All sales are final. Did something arrive damaged, or is it not what you ordered?";
  return ["Something does not fit, or is not what you expected?", tellReturnWindow(days)]
    .filter(Boolean)
    .join(" ");
}
