// City and state of the ZIP code that was typed. They are filled in where a field is empty or was only filled
// something in before: what a shopper typed is never written over. With another ZIP code it goes, whether that is known or not.
import { type ZipPlace, zipPrefixOf } from "#domain/postal-address/zip-code.ts";
import { isRecord } from "../json-fields.ts";

export type Place = { city: string; state: string };

/** The new values of city and state; omitted if unchanged. `filled`: the values filled in last. */
export function fillsOf(place: Place, now: Place, filled: Partial<Place>): Partial<Place> {
  const fills: Partial<Place> = {};
  for (const field of ["city", "state"] as const) {
    const isOurs = now[field].trim() === "" || now[field] === filled[field];
    if (isOurs && now[field] !== place[field]) fills[field] = place[field];
  }
  return fills;
}

const asked = new Map<string, Promise<ZipPlace[]>>();

/** The places of the ZIP codes that begin as this one does; none before its third digit or without the shop. */
export async function placesNear(postalCode: string): Promise<ZipPlace[]> {
  const prefix = zipPrefixOf(postalCode);
  if (prefix === null) return [];
  const places = asked.get(prefix) ?? askForPlaces(prefix);
  asked.set(prefix, places);
  return places.catch(() => {
    asked.delete(prefix);
    return [];
  });
}

async function askForPlaces(prefix: string): Promise<ZipPlace[]> {
  const response = await fetch(`/functions/v1/zip-places/${prefix}`);
  const body: unknown = await response.json();
  if (!response.ok || !isRecord(body) || !Array.isArray(body.places))
    throw new Error(`HTTP ${response.status}`);
  return body.places;
}
