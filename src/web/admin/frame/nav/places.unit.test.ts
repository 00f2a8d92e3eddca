import { expect, test } from "vitest";
import { placeGroups } from "./places.ts";

const places = placeGroups.flatMap((group) => group.places);

test("[PE-1] the bar of a phone has four places and More", () => {
  expect(places.filter(({ thumb }) => thumb)).toHaveLength(4);
});

test("each place of the navigation is there once", () => {
  expect(new Set(places.map(({ to }) => to)).size).toBe(places.length);
  expect(new Set(places.map(({ label }) => label)).size).toBe(places.length);
});
