import { expect, test } from "vitest";
import type { ShopChange } from "../shown/change.ts";
import { KeptConfiguration } from "./kept-configuration.ts";
import type { StoredConfiguration } from "./queries.ts";

const everything: ShopChange = { kind: "everything" };

/** `read` answers which reading of the database an asker got. */
function keeping({ hears }: { hears: boolean }) {
  const kept = new KeptConfiguration();
  if (hears) kept.hears(true);
  let version = 0;
  const load = async () => ({ version: ++version }) as StoredConfiguration;
  return { kept, read: async () => (await kept.read(load)).version };
}

test("the settings are read once until anything of them changes", async () => {
  const { kept, read } = keeping({ hears: true });
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  kept.note({ kind: "product", id: "a" });
  expect(await read()).toBe(1);
  kept.note({ kind: "settings" });
  expect(await read()).toBe(2);
  kept.note(everything);
  expect(await read()).toBe(3);
});

test("nothing is kept before changes are heard, nor while they are not", async () => {
  const { kept, read } = keeping({ hears: false });
  expect([await read(), await read()]).toEqual([1, 2]);
  kept.hears(true);
  expect([await read(), await read()]).toEqual([3, 3]);
  kept.hears(false);
  expect([await read(), await read()]).toEqual([4, 5]);
  kept.hears(true);
  expect(await read()).toBe(6);
});

test("a change during a reading is not overlooked", async () => {
  const { kept, read } = keeping({ hears: true });
  const before = read();
  kept.note(everything);
  expect(await read()).toBe(2);
  expect(await before).toBe(1);
  expect(await read()).toBe(2);
});

test("a reading that failed is not kept", async () => {
  const { kept, read } = keeping({ hears: true });
  await expect(kept.read(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await read()).toBe(1);
});
