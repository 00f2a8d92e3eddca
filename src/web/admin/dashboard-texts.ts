const dayFormat = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" });

/** "2026-06-01" → "Jun 1", the same on the server and in every browser. */
export function dayText(day: string): string {
  return day === "" ? "" : dayFormat.format(Date.parse(`${day}T00:00:00Z`));
}
