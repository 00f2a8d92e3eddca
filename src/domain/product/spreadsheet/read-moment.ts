/** Excel writes a day as 11/27/2026; the year may have two digits. */
const US_DAY = /^(\d{1,2})\/(\d{1,2})\/(?:20)?(\d{2})(?:[T,]?\s*(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?)?$/i;

/**
 * A date as spreadsheets write it, "11/27/2026 9:30" or "2026-11-27" → as the form has it, "2026-11-27T09:30". A day alone
 * is its first minute. Any other text stays as it is, also a day first: "31/12/2026".
 */
export function momentOf(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}T00:00`;
  const [, month = "", day = "", year, hour = "0", minute = "00", half] = US_DAY.exec(text) ?? [];
  if (year === undefined || Number(month) > 12) return text;
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const two = (part: string | number) => String(part).padStart(2, "0");
  return `20${year}-${two(month)}-${two(day)}T${two(hours)}:${minute}`;
}
