import { expect, test } from "vitest";
import { customerSearchText, ordinal, parseCustomerSearch } from "./customer.ts";

test("[PE-2] orders are counted in words that people use", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "102nd",
    "111th",
  ]);
});

test("[PE-2] which customers are shown is part of the address", () => {
  const search = parseCustomerSearch(new URLSearchParams("q=pat&after=x"));
  expect(search).toEqual({ query: "pat", after: null });
  expect(customerSearchText(search)).toBe("?q=pat");
});
