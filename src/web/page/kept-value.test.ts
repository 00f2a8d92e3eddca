import { expect, test } from "vitest";
import { type KeptIn, kept } from "./kept-value.ts";

function fakeStorage(): KeptIn & { refuses: boolean } {
  const values = new Map<string, string>();
  const storage = {
    refuses: false,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (storage.refuses) throw new Error("full");
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
  };
  return storage;
}

test("a value that the storage refuses is kept as long as the page stands", () => {
  const storage = fakeStorage();
  const value = kept(() => storage, "name");
  value.save({ of: "Pat" });
  storage.refuses = true;
  value.save({ of: "Kim" });
  expect(value.load()).toEqual({ of: "Kim" });
  storage.refuses = false;
  value.save({ of: "Sam" });
  expect(value.load()).toEqual({ of: "Sam" });
  expect(kept(() => storage, "name").load()).toEqual({ of: "Sam" });
});

test("a blocked storage is no reason to forget, and what is not there is nothing", () => {
  const value = kept(() => {
    throw new Error("blocked");
  }, "name");
  expect(value.load()).toBeNull();
  value.save(["typed"]);
  expect(value.load()).toEqual(["typed"]);
  value.save(null);
  expect(value.load()).toBeNull();
});
