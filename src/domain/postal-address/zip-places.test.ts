import { expect, test } from "vitest";
import { placeOfZip, type ZipPlace, zipPrefixOf } from "./zip-places.ts";

const scottsdale: ZipPlace = { city: "Scottsdale", state: "AZ", zips: ["85250", "85251"] };

test("[PA-3] the first three digits of a ZIP code are enough to ask", () => {
  for (const text of ["852", "8525", "85251", " 85251 ", "85251-", "85251-1234"])
    expect(zipPrefixOf(text)).toBe("852");
  for (const text of ["", "85", "8a251", "852511", "SW1A 1AA", "85251-12345"])
    expect(zipPrefixOf(text)).toBeNull();
});

test("[PA-3] a whole ZIP code has its place, half of one and an unknown one have none", () => {
  for (const text of ["85251", " 85251", "85251-1234"])
    expect(placeOfZip(text, [scottsdale])).toBe(scottsdale);
  for (const text of ["8525", "85299", "", "852510"]) expect(placeOfZip(text, [scottsdale])).toBeNull();
});
