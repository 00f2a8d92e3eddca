import { expect, test } from "vitest";
import { fillsOf } from "./zip-fill.ts";

const scottsdale = { city: "Scottsdale", state: "AZ" };
const empty = { city: "", state: "" };

test("[PA-3] a ZIP code fills in city and state", () => {
  expect(fillsOf(scottsdale, empty, {})).toEqual(scottsdale);
});

test("[PA-3] what the shopper typed stays, before and after", () => {
  expect(fillsOf(scottsdale, { city: "Old Town", state: "" }, {})).toEqual({ state: "AZ" });
  expect(fillsOf(scottsdale, { city: "Old Town", state: "AZ" }, scottsdale)).toEqual({});
});

test("[PA-3] another ZIP code takes back what the first one filled in", () => {
  const york = { city: "New York", state: "NY" };
  expect(fillsOf(york, scottsdale, scottsdale)).toEqual(york);
  expect(fillsOf(york, scottsdale, {})).toEqual({});
  expect(fillsOf(york, { city: "Old Town", state: "AZ" }, scottsdale)).toEqual({ state: "NY" });
});

test("[PA-3] what was filled in goes with its ZIP code, and nothing that the shopper typed", () => {
  expect(fillsOf(empty, scottsdale, scottsdale)).toEqual(empty);
  expect(fillsOf(empty, { city: "Old Town", state: "AZ" }, scottsdale)).toEqual({ state: "" });
  expect(fillsOf(empty, scottsdale, {})).toEqual({});
});
