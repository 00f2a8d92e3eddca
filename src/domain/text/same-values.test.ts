import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sameValues } from "./same-values.ts";

const json = fc.jsonValue({ maxDepth: 3 }).map((value): unknown => JSON.parse(JSON.stringify(value)));

test("two values of JSON are the same exactly where Node says so", () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(sameValues(a, structuredClone(a))).toBe(true);
      expect(sameValues(a, b)).toBe(isDeepStrictEqual(a, b));
    }),
  );
});

test("the order of keys does not matter, that of a list does", () => {
  expect(sameValues({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
  expect(sameValues([1, 2], [2, 1])).toBe(false);
  expect(sameValues([], {})).toBe(false);
  expect(sameValues({ a: undefined }, {})).toBe(true);
  expect(sameValues({}, JSON.parse('{"__proto__":{}}'))).toBe(false);
});
