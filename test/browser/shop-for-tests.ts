import { afterAll, afterEach, beforeAll } from "vitest";
import { type RunningShop, startShop } from "./shop-process.ts";

/** Started while the tests of the file before run, which mostly wait; it ends with the worker. */
let spare: Promise<RunningShop> | null = null;

async function takeShop(): Promise<RunningShop> {
  const taken = await (spare ?? startShop());
  spare = startShop();
  // A start that fails is told to the file that takes it.
  spare.catch(() => {});
  return taken;
}

/** One running shop for the tests of a file, filled in before the first; a failed test shows what it last said. */
export function shopForTests(): RunningShop {
  const shop = {} as RunningShop;
  beforeAll(async () => {
    Object.assign(shop, await takeShop());
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") console.log(`The shop said:\n${shop.output().slice(-4_000)}`);
  });
  afterAll(async () => {
    await shop.stop?.();
  });
  return shop;
}
