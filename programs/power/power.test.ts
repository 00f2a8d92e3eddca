import { afterAll, beforeAll, expect, test } from "vitest";
import { cutPower, flushesOfTables, type Life, recordLife } from "./power-run.ts";

const CUTS = 5;
const BUSY_MACHINE_MS = 180_000;

let life: Life;
beforeAll(async () => {
  life = await recordLife({ visits: 3, seed: 1 });
}, BUSY_MACHINE_MS);
afterAll(() => life.provider.close());

test(
  `after ${CUTS} power cuts the shop opens each time and has what it acknowledged`,
  async () => {
    const { cuts, orders, examples } = await cutPower(life, { cuts: CUTS, seed: 3 });
    expect(examples).toEqual([]);
    expect(cuts).toBe(CUTS);
    expect(orders).toBeGreaterThan(5);
  },
  BUSY_MACHINE_MS,
);

test(
  "a database whose checkpoints do not reach the disk is found out",
  async () => {
    const lies = flushesOfTables(life);
    const end = life.steps.length;
    const { losses, broken } = await cutPower(life, {
      cuts: 1,
      seed: 5,
      from: end,
      ignores: (step) => lies.has(step),
    });
    expect(losses.everything).toBe(1);
    expect(broken).toBe(1);
  },
  BUSY_MACHINE_MS,
);
