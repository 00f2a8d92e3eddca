// What the store says about itself beyond its business info: its hours, and where else to find it.
import { DEFAULT_TIME_ZONE } from "../text/default-time-zone.ts";
import { oneLine } from "../text/one-line.ts";

export type StoreProfile = {
  /** One line per group of days: "Monday to Friday: 9am to 5pm". */
  businessHours: string;
  /** One of STORE_TIME_ZONES (business-hours.ts), for the hours and for all dates on screen. */
  timeZone: string;
  /** An https URL, or "" for none. */
  socialUrl: string;
};

const SOCIAL_URL_LENGTH_MAX = 300;

/** What was typed as the social link → an https URL or "" for none; null when it is neither. */
export function parseSocialUrl(text: string): string | null {
  const url = oneLine(text);
  if (url === "") return url;
  const isLink = /^https:\/\/[^\s/]+\.[^\s/]+/i.test(url) && URL.canParse(url);
  return isLink && url.length <= SOCIAL_URL_LENGTH_MAX ? url : null;
}

export const defaultStoreProfile: StoreProfile = {
  businessHours: "Monday to Friday: 9am to 5pm\nSaturday and Sunday: Closed",
  timeZone: DEFAULT_TIME_ZONE,
  socialUrl: "https://www.instagram.com/",
};

/** "https://www.instagram.com/shop" → "Instagram", "https://golf.example/x" → "golf.example". */
export function socialName(socialUrl: string): string {
  const host = URL.canParse(socialUrl) ? new URL(socialUrl).hostname.replace(/^www\./, "") : "";
  const known: Record<string, string> = {
    "instagram.com": "Instagram",
    "facebook.com": "Facebook",
    "tiktok.com": "TikTok",
    "youtube.com": "YouTube",
    "x.com": "X",
  };
  return known[host] ?? host;
}
