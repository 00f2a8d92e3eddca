// On its own because legal texts say nothing else of delivery, and need no calendar for it.

/** "3-5"; "4" when it is the same number twice. */
export function formatDeliveryDays({
  deliveryDaysMin: min,
  deliveryDaysMax: max,
}: {
  deliveryDaysMin: number;
  deliveryDaysMax: number;
}): string {
  return min === max ? String(min) : `${min}-${max}`;
}

/** "3-5" → "3-5 business days"; "1" → "1 business day". */
export function formatBusinessDays(days: string): string {
  return `${days} business day${days === "1" ? "" : "s"}`;
}
