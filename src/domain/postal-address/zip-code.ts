// ZIP codes: as people write them, and the one state that each is in. A shipment goes where its ZIP code says, regardless of the
// state next to it, so the two must agree, and the sales tax is that of the ZIP code.
import { plainCode } from "../text/typed/plain-text.ts";
import { usStates } from "./us-states.ts";

/** A city and the ZIP codes of one prefix (three digits) whose main place it is. */
export type ZipPlace = { city: string; state: string; zips: string[] };

/** What was typed → "85001" or "85001-1234"; anything else stays as it is, and is none. */
export function readZip(value: unknown): string {
  const typed = plainCode(value);
  const [, zip, more] = /^(\d{5})(?:\s*-?\s*(\d{4}))?\s*-?$/.exec(typed) ?? [];
  return zip === undefined ? typed : [zip, more].filter(Boolean).join("-");
}

export function isZip(text: string): boolean {
  return /^\d{5}(?:-\d{4})?$/.test(text);
}

/** "85251" and "85251-1234" → "852", as soon as the first three digits are there; null before. */
export function zipPrefixOf(postalCode: string): string | null {
  return /^(\d{3})\d{0,6}(?:[ -]+\d{0,4})?$/.exec(readZip(postalCode))?.[1] ?? null;
}

/**
 * The main place of a whole ZIP code among the places of its prefix; of one that is none of theirs (military email, territories)
 * the state alone. Null where nothing is known.
 */
export function placeOfZip(postalCode: string, places: readonly ZipPlace[]): Omit<ZipPlace, "zips"> | null {
  const zip = /^\d{5}/.exec(readZip(postalCode))?.[0];
  if (zip === undefined) return null;
  const state = stateOfZip(zip);
  return places.find(({ zips }) => zips.includes(zip)) ?? (state === null ? null : { city: "", state });
}

/** By the first three digits, as the USPS gives them to states, territories, and military email. */
const PREFIXES = `
  AL 350-352 354-369, AK 995-999, AZ 850-853 855-857 859-860 863-865, AR 716-729, CA 900-908 910-928 930-961,
  CO 800-816, CT 060-069, DE 197-199, DC 200 202-205 569, FL 320-339 341-342 344 346-347 349, GA 300-319 398-399,
  HI 967-968, ID 832-838, IL 600-620 622-629, IN 460-479, IA 500-516 520-528, KS 660-662 664-679, KY 400-418 420-427,
  LA 700-701 703-708 710-714, ME 039-049, MD 206-212 214-219, MA 010-027 055, MI 480-499, MN 550-551 553-567,
  MS 386-397, MO 630-631 633-641 644-658, MT 590-599, NE 680-681 683-693, NV 889-891 893-895 897-898, NH 030-038,
  NJ 070-089, NM 870-871 873-884, NY 005 100-149, NC 270-289, ND 580-588, OH 430-459, OK 730-731 734-741 743-749,
  OR 970-979, PA 150-196, RI 028-029, SC 290-299, SD 570-577, TN 370-385, TX 733 750-770 772-799 885, UT 840-847,
  VT 050-054 056-059, VA 201 220-246, WA 980-986 988-994, WV 247-268, WI 530-532 534-535 537-549, WY 820-831,
  GU 969, PR 006-007 009, VI 008, AA 340, AE 090-099, AP 962-966`;

/** ZIP codes whose post office is across the border of their prefix. */
const ACROSS: Readonly<Record<string, string>> = {
  "06390": "NY",
  "20588": "MD",
  "20598": "VA",
  "72643": "MO",
  "73960": "TX",
  "83414": "WY",
  "96799": "AS",
  "96950": "MP",
  "96951": "MP",
  "96952": "MP",
};

const stateByPrefix = new Map<string, string>();
for (const [, state = "", ranges = ""] of PREFIXES.matchAll(/([A-Z]{2}) ([\d -]+)/g)) {
  for (const range of ranges.trim().split(" ")) {
    const [from = 0, to = from] = range.split("-").map(Number);
    for (let prefix = from; prefix <= to; prefix += 1)
      stateByPrefix.set(String(prefix).padStart(3, "0"), state);
  }
}

/** The two letters of the state of a whole ZIP code; null when no ZIP code begins like this. */
export function stateOfZip(zip: string): string | null {
  const five = zip.slice(0, 5);
  return ACROSS[five] ?? stateByPrefix.get(five.slice(0, 3)) ?? null;
}

/** Why a shipment can't go to this ZIP code in this state (two letters), as a sentence without its stop; null: it can. */
export function refuseZip(zip: string, state: string | null): string | null {
  const place = stateOfZip(zip);
  if (place === null) return `There is no ZIP code ${zip}`;
  if (state === null || place === state) return null;
  return `ZIP code ${zip} is in ${stateName(place)}. Check ZIP code and state`;
}

function stateName(code: string): string {
  return usStates.find(([known]) => known === code)?.[1] ?? code;
}
