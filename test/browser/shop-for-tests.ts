import { afterAll, afterEach, beforeAll } from "vitest";
import { type RunningShop, startShop } from "./shop-process.ts";

/** One running shop for the tests of a file, started before the first; a failing test prints its latest output. */
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
