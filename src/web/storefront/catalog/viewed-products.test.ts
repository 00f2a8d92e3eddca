import { expect, test } from "vitest";
import { refusingStorage, storageWith } from "#test/pages/kept-in.ts";
import { rememberViewed, VIEWED_MAX, viewedIds } from "./viewed-products.ts";

const id = (count: number) => `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;

test("the product looked at last comes first, each one once, the oldest is forgotten", () => {
  const storage = storageWith(null);
  for (let count = 0; count < VIEWED_MAX + 3; count += 1) rememberViewed(id(count), storage);
  rememberViewed(id(8), storage);
  const ids = viewedIds(storage);
  expect(ids).toHaveLength(VIEWED_MAX);
  expect(ids[0]).toBe(id(8));
  expect(ids.filter((other) => other === id(8))).toHaveLength(1);
  expect(ids).not.toContain(id(0));
});

test.each(["{", "null", '"x"', "{}", "[1,null,{}]", '["<script>","../../etc"]'])(
  "a foreign value is no list: %s",
  (value) => {
    expect(viewedIds(storageWith(value))).toEqual([]);
  },
);

test("a storage that refuses is no failure", () => {
  rememberViewed(id(1), refusingStorage);
  expect(viewedIds(refusingStorage)).toEqual([]);
});
