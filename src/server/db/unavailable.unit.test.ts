import { expect, test } from "vitest";
import { isDatabaseUnavailable } from "./unavailable.ts";

const withCode = (code: string) => Object.assign(new Error("x"), { code });

test.each([
  ["a full disk", withCode("53100"), true],
  ["a server that shuts down", withCode("57P01"), true],
  ["a server that starts", withCode("57P03"), true],
  ["a standby", withCode("25006"), true],
  ["nothing at the port", new AggregateError([withCode("ECONNREFUSED")]), true],
  ["a cut connection", new Error("Connection terminated unexpectedly"), true],
  ["a pool that can't connect", new Error("timeout exceeded when trying to connect"), true],
  ["a mistake in a statement", withCode("42601"), false],
  ["a broken rule", withCode("23514"), false],
  ["a canceled statement", withCode("57014"), false],
  ["a bug", new TypeError("x is not a function"), false],
])("%s", (_what, error, expected) => {
  expect(isDatabaseUnavailable(error)).toBe(expected);
});
