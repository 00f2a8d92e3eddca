import { afterAll, afterEach, beforeAll } from "vitest";
import { type RunningShop, startShop } from "./shop-process.ts";

/** One running shop for the tests of a file, filled in before the first; a failed test shows what it last said. */
export function shopForTests(): RunningShop {
  const shop = {} as RunningShop;
  beforeAll(async () => {
    Object.assign(shop, await startShop());
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") console.log(`The shop said:\n${shop.output().slice(-4_000)}`);
  });
  afterAll(async () => {
    await shop.stop?.();
  });
  return shop;
}
