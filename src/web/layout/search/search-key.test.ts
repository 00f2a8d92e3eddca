import { expect, test } from "vitest";
import { isSearchKey } from "./search-key.ts";

const page = { closest: () => null };
const press = (change: Partial<Parameters<typeof isSearchKey>[0]> = {}) => ({
  key: "/",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  target: page,
  ...change,
});

test("[FI-1] a slash opens the search, wherever nothing else takes the keys", () => {
  expect(isSearchKey(press())).toBe(true);
  // The document itself has no place in the page.
  expect(isSearchKey(press({ target: {} }))).toBe(true);
  expect(isSearchKey(press({ target: null }))).toBe(true);
});

test.each([
  { key: "a" },
  { ctrlKey: true },
  { metaKey: true },
  { altKey: true },
  { target: { closest: () => ({}) } },
])("[FI-1] %j does not: another key, one with a modifier, or a letter in a field", (change) => {
  expect(isSearchKey(press(change))).toBe(false);
});
