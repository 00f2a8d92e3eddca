// Seeded bugs. A check that never fails proves nothing, so each of these breaks one part of the shop (a request or its
// answer, a task, the connection to provider or database, an SQL function), and a run must catch it. The broken parts exist only
// here; the shop's own code does not know them.

import type { Task } from "#process/worker.ts";
import type { Shop } from "#server/shop.ts";
import type { Engine } from "../world/engine.ts";
import type { Ask } from "../world/shop-process.ts";
import type { Net, World } from "../world/world.ts";
import { discountMutants } from "./mutants-discounts.ts";
import { exchangeMutants } from "./mutants-exchanges.ts";
import { forgettingMutants } from "./mutants-forgetting.ts";
import { closeMutants } from "./mutants-holds.ts";
import { mailMutants, webhookMutants } from "./mutants-messages.ts";
import { moneyMutants } from "./mutants-money.ts";
import { pieceMutants } from "./mutants-pieces.ts";
import { reminderMutants } from "./mutants-reminders.ts";
import { swapMutants } from "./mutants-swaps.ts";
import { taxMutants } from "./mutants-taxes.ts";
import { topUpMutants } from "./mutants-top-ups.ts";

export type Mutant = {
  name: string;
  /** What is wrong with the shop. */
  bug: string;
  /** Leaves out the nets that would hide it. */
  nets?: readonly Net[];
  /** Changes requests on their way in or answers on their way out. */
  ask?: (ask: Ask, shop: Shop, world: World) => Ask;
  /** Replaces tasks of the worker, by name. */
  tasks?: Readonly<Record<string, Task["run"]>>;
  /** Wraps the shop of each process. */
  shop?: (shop: Shop, world: World) => Shop;
  /** Replaces SQL functions or constraints; returns the undo. */
  database?: (engine: Engine) => Promise<() => Promise<void>>;
};

export const mutants: readonly Mutant[] = [
  ...moneyMutants,
  ...pieceMutants,
  ...swapMutants,
  ...topUpMutants,
  ...exchangeMutants,
  ...closeMutants,
  ...discountMutants,
  ...forgettingMutants,
  ...reminderMutants,
  ...taxMutants,
  ...webhookMutants,
  ...mailMutants,
];
