// The moments that the owner types are on the clocks of the store's time zone, as a browser's field for date and time has
// them: "2026-11-27T09:30".
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/** The last year that four digits can write. The database reads no ISO text with more of them, and no year 0. */
const YEAR_MAX = 9999;

/** They are dear to make, and a shop has few zones. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const [two, four] = ["2-digit", "numeric"] as const;
  const parts = { year: four, month: two, day: two, hour: two, minute: two };
  const clock = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...parts });
  clocks.set(timeZone, clock);
  return clock;
}

/** What the clocks of a time zone show at a moment: "2026-11-27T09:30". */
export function localTimeOf(moment: Date, timeZone: string): string {
  const parts = clockOf(timeZone).formatToParts(moment);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/**
 * The moment at which the clocks of a time zone show this, or null for another text and outside of the years 1 to 9999.
 * What they skip in spring is the hour after it, and of the hour that comes twice in autumn it is one.
 */
export function momentOfLocal(local: string, timeZone: string): Date | null {
  const text = local.trim();
  const asUtc = LOCAL.test(text) ? Date.parse(`${text.slice(0, 16)}Z`) : Number.NaN;
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== text.slice(0, 16)) return null;
  const offsetAt = (moment: number) => Date.parse(`${localTimeOf(new Date(moment), timeZone)}Z`) - moment;
  const first = asUtc - offsetAt(asUtc);
  const second = asUtc - offsetAt(first);
  // Where the clocks skip it, the two lie before and after the skip.
  const isShown = localTimeOf(new Date(second), timeZone) === text.slice(0, 16);
  const moment = new Date(isShown ? second : Math.max(first, second));
  const year = moment.getUTCFullYear();
  return year > 0 && year <= YEAR_MAX ? moment : null;
}
