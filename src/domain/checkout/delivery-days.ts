// On its own because lists and heads of pages say nothing else of delivery, and need no calendar for it.

/** "3-5"; "4" when it is the same number twice. */
export function tellDeliveryDays({
  deliveryDaysMin: min,
  deliveryDaysMax: max,
}: {
  deliveryDaysMin: number;
  deliveryDaysMax: number;
}): string {
  return min === max ? String(min) : `${min}-${max}`;
}
