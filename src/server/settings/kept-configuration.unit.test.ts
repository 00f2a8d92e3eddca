import { expect, test } from "vitest";
import type { ShopChange } from "../catalog/shown/change.ts";
import { KeptConfiguration } from "./kept-configuration.ts";
import type { LoadedConfiguration } from "./queries.ts";

const everything: ShopChange = { kind: "everything" };

/** `read` answers which reading of the database an asker got. */
function keeping() {
  const kept = new KeptConfiguration();
  let version = 0;
  const load = async () => ({ version: ++version }) as LoadedConfiguration;
  return { kept, read: async () => (await kept.read(load)).version };
}

test("the settings are read once until anything of them changes", async () => {
  const { kept, read } = keeping();
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  kept.note({ kind: "product", id: "a" });
  expect(await read()).toBe(1);
  kept.note({ kind: "settings" });
  expect(await read()).toBe(2);
  kept.note(everything);
  expect(await read()).toBe(3);
});

test("a change during a reading is not overlooked", async () => {
  const { kept, read } = keeping();
  const before = read();
  kept.note(everything);
  expect(await read()).toBe(2);
  expect(await before).toBe(1);
  expect(await read()).toBe(2);
});

test("a reading that failed is not kept", async () => {
  const { kept, read } = keeping();
  await expect(kept.read(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await read()).toBe(1);
});
