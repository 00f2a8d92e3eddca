import { expect, test } from "vitest";
import { createVisitorHash } from "./hash-visitor.ts";

test("[TR-12] a visitor has one name in every process and another for each key, and none reveals the IP", () => {
  const [one, other] = [createVisitorHash("k".repeat(43)), createVisitorHash("k".repeat(43))];
  const ips = Array.from({ length: 5_000 }, (_, index) => `198.51.${index >> 8}.${index & 255}`);
  const names = ips.map(one);
  expect(ips.map(one)).toEqual(names);
  expect(ips.toReversed().map(other).toReversed()).toEqual(names);
  expect(new Set(names).size).toBe(ips.length);
  expect(createVisitorHash("x".repeat(43))("198.51.0.0")).not.toBe(names[0]);
  for (const name of names) expect(name).toMatch(/^[\w-]{16}$/);
});
