// How long after an order its customer may correct it with the order link: the address, the email, or a size.

export const FIX_MINUTES_MAX = 1440;

const MINUTE_MS = 60_000;

/** Whole minutes; 0: only the owner corrects. */
export function isFixMinutes(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= FIX_MINUTES_MAX;
}

/** As it is typed; undefined for what can't be stored. */
export function parseFixMinutes(text: string): number | undefined {
  const minutes = /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined;
  return isFixMinutes(minutes) ? minutes : undefined;
}

/** When the window of an order closes. `createdAt` and the answer are milliseconds. */
export function fixUntil(createdAt: number, minutes: number): number {
  return createdAt + minutes * MINUTE_MS;
}
