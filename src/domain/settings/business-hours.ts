// When the store is open: the time zones that its hours can be given in, and the hours as people read them.

export const STORE_TIME_ZONES = [
  { value: "America/New_York", label: "Eastern (New York)" },
  { value: "America/Chicago", label: "Central (Chicago)" },
  { value: "America/Denver", label: "Mountain (Denver)" },
  { value: "America/Phoenix", label: "Mountain without daylight time (Phoenix)" },
  { value: "America/Los_Angeles", label: "Pacific (Los Angeles)" },
  { value: "America/Anchorage", label: "Alaska (Anchorage)" },
  { value: "Pacific/Honolulu", label: "Hawaii (Honolulu)" },
  { value: "America/Puerto_Rico", label: "Atlantic (Puerto Rico)" },
] as const;

export function isStoreTimeZone(zone: string): boolean {
  return STORE_TIME_ZONES.some(({ value }) => value === zone);
}

/**
 * The hours as rows of days and times: "Monday to Friday: 9am to 5pm" → ["Monday to Friday", "9am to 5pm MST"].
 * Only times of day get the zone's name. A line without a colon has days only.
 */
export function hoursRows(businessHours: string, zoneName: string): [days: string, hours: string][] {
  const lines = businessHours.split(/\r?\n/).map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [, days = line, hours = ""] = /^([^:]*):\s+(.*)$/.exec(line) ?? [];
    const isTime = /\d/.test(hours) && !hours.endsWith(zoneName);
    return [days.trim(), isTime ? `${hours} ${zoneName}` : hours];
  });
}
