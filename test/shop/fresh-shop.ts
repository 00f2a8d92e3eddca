// The shop of a file of tests: opened before them, closed after them.
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { createTestShop, type TestShop, type TestShopOptions } from "./shop.ts";

/** A new shop for each test. `close` closes it, for example with a look at its books. */
export function freshShop(options?: TestShopOptions, close = (store: TestShop) => store.close()): TestShop {
  const store = {} as TestShop;
  beforeEach(async () => void Object.assign(store, await createTestShop(options)));
  afterEach(() => close(store));
  return store;
}

/** One shop for all tests. */
export function sharedShop(options?: TestShopOptions): TestShop {
  const store = {} as TestShop;
  beforeAll(async () => void Object.assign(store, await createTestShop(options)));
  afterAll(() => store.close());
  return store;
}
