import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { usStates } from "#domain/postal-address/us-states.ts";
import { placeOfZip, stateOfZip } from "#domain/postal-address/zip-code.ts";
import { listZipPlaces } from "./list-zip-places.ts";

const placeOf = async (zip: string) => {
  const place = placeOfZip(zip, await listZipPlaces(zip.slice(0, 3)));
  return place && `${place.city}, ${place.state}`;
};

test("[PA-3] ZIP codes have their main places, the first and the last of the table too", async () => {
  expect(await placeOf("85251")).toBe("Scottsdale, AZ");
  expect(await placeOf("10001")).toBe("New York, NY");
  expect(await placeOf("20500")).toBe("Washington, DC");
  expect(await placeOf("00501")).toBe("Holtsville, NY");
  expect(await placeOf("99950")).toBe("Ketchikan, AK");
});

test("[PA-3] a ZIP code that does not exist has no city", async () => {
  expect(await listZipPlaces("000")).toEqual([]);
  expect(await placeOf("85299")).toBe("Gilbert, AZ");
  expect(await placeOf("85200")).toBe(", AZ");
  expect(await placeOf("00000")).toBeNull();
});

test("each ZIP code of the table has one place, in the state by which addresses are checked", async () => {
  const text = readFileSync(path.join(import.meta.dirname, "us-places.txt"), "utf8");
  const prefixes = new Set([...text.matchAll(/^(\d{3})\t/gm)].map(([, prefix = ""]) => prefix));
  const places = (await Promise.all([...prefixes].map(listZipPlaces))).flat();
  const states = new Set<string>(usStates.map(([code]) => code));
  expect(places.filter(({ city, state }) => !states.has(state) || city.length < 2)).toEqual([]);
  const zips = places.flatMap((place) => place.zips);
  expect(places.flatMap((place) => place.zips.filter((zip) => stateOfZip(zip) !== place.state))).toEqual([]);
  expect(zips.length).toBeGreaterThan(40_000);
  expect(new Set(zips).size).toBe(zips.length);
  expect(zips.filter((zip) => !/^\d{5}$/.test(zip))).toEqual([]);
});
