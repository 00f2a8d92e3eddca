import { expect, test } from "vitest";
import { findPages } from "./find-pages.ts";

const first = (query: string) => findPages(query)[0]?.label;

test("[EA-1] pages and settings are found by their names and by what an owner may call them", () => {
  expect(first("logo")).toBe("Look");
  expect(first("tax")).toBe("Tax");
  expect(first("theme")).toBe("Look");
  expect(first("flat rate")).toBe("Flat Rate Shipping");
  expect(first("packing")).toBe("To pack");
  expect(first("password")).toBe("Account");
  expect(findPages("return win")).toEqual([
    { to: "/admin/settings?section=shipping", label: "Return Window (days)", place: "Settings" },
    { to: "/admin/settings?section=shipping", label: "Shipping & returns", place: "Settings" },
  ]);
});

test("[EA-1] a letter, or a word of no page, finds no page", () => {
  expect(findPages("t")).toEqual([]);
  expect(findPages("pat@example.com")).toEqual([]);
  expect(findPages("")).toEqual([]);
});
