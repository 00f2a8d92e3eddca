// What a step works on: a copy of the world, with the shopper, checkout and process that it concerns.
import type { Rules } from "../bugs.ts";
import type { Checkout, IntentStatus, Process, Shopper, Slot, World } from "./world.ts";

export type Scene = { rules: Rules; world: World; shopper: Shopper; checkout: Checkout };
export type Running = Scene & { process: Process };

/** One thing that can happen next. `heals`: it needs no shopper and is no fault. */
export type Change<S extends Scene> = {
  words: string;
  heals: boolean;
  apply: (scene: S) => void;
  by?: Process["step"];
};

export function clone({ world, at }: { world: World; at: number }): World {
  const shoppers = world.shoppers.map((one, index) =>
    index !== at
      ? one
      : {
          checkouts: one.checkouts.map((row) => ({ ...row })),
          refunds: one.refunds.map((row) => ({ ...row })),
          processes: one.processes.map((row) => ({ ...row })),
        },
  );
  return { ...world, shoppers };
}

/** A row that must be there. */
export function rowOf<T>(rows: readonly T[], at: number): T {
  const row = rows[at];
  if (row === undefined) throw new Error(`there is no row ${at}`);
  return row;
}

/** A world can break by a step that should have been impossible; the first one counts. */
export function breakRule({ world }: Pick<Scene, "world">, rule: string): void {
  if (world.broken === "") world.broken = rule;
}

export const isUnfinished = ({ state }: Checkout) => state === "open" || state === "paying";

export const isPayable = (status: IntentStatus) =>
  status === "requires_payment_method" || status === "requires_action";

export const statusOf = (checkout: Checkout, slot: Slot | "none"): IntentStatus =>
  slot === "none" ? "none" : checkout[slot];
