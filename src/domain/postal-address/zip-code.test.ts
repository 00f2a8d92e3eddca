import { expect, test } from "vitest";
import { placeOfZip, stateOfZip, type ZipPlace, zipPrefixOf } from "./zip-code.ts";

const scottsdale: ZipPlace = { city: "Scottsdale", state: "AZ", zips: ["85250", "85251"] };

test("[PA-3] the first three digits of a ZIP code are enough to ask", () => {
  for (const text of ["852", "8525", "85251", " 85251 ", "85251-", "85251-1234", "85251 12", "８５２５１"])
    expect(zipPrefixOf(text)).toBe("852");
  for (const text of ["", "85", "8a251", "SW1A 1AA", "85251-123456"]) expect(zipPrefixOf(text)).toBeNull();
});

test("[PA-3] a whole ZIP code has its place, half of one and one that there is not have none", () => {
  for (const text of ["85251", " 85251", "85251-1234", "852511234"])
    expect(placeOfZip(text, [scottsdale])).toBe(scottsdale);
  for (const text of ["8525", "00000", ""]) expect(placeOfZip(text, [scottsdale])).toBeNull();
});

test("[PA-3] a ZIP code without a known place has its state", () => {
  expect(placeOfZip("85299", [scottsdale])).toEqual({ city: "", state: "AZ" });
  expect(placeOfZip("00901", [])).toEqual({ city: "", state: "PR" });
});

test("[CK-3] territories and military email are states by their ZIP codes", () => {
  const states = { "00901": "PR", "00802": "VI", "96910": "GU", "96950": "MP", "96799": "AS" };
  const military = { "09012": "AE", "34001": "AA", "96301": "AP" };
  for (const [zip, state] of Object.entries({ ...states, ...military })) expect(stateOfZip(zip)).toBe(state);
});
