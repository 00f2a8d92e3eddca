// Seeded bugs. A check that never fails proves nothing, so each of these puts one wrong part into the shop (a
// use case, the provider's or the database's door, an SQL function) and a run must catch it. The wrong parts
// live here alone; the shop's own code knows nothing of them.

import type { Shop } from "#server/shop.ts";
import type { UseCases } from "../use-cases.ts";
import type { Engine } from "../world/engine.ts";
import type { Net, World } from "../world/world.ts";
import { closeMutants } from "./mutants-holds.ts";
import { mailMutants, webhookMutants } from "./mutants-messages.ts";
import { moneyMutants } from "./mutants-money.ts";

export type Mutant = {
  name: string;
  /** What is wrong with the shop. */
  bug: string;
  /** Nets that would hide it are off. */
  nets?: readonly Net[];
  uses?: Partial<UseCases>;
  /** Wraps the shop of each process. */
  shop?: (shop: Shop, world: World) => Shop;
  /** Replaces SQL functions or constraints; answers how to undo it. */
  database?: (engine: Engine) => Promise<() => Promise<void>>;
};

export const mutants: readonly Mutant[] = [
  ...moneyMutants,
  ...closeMutants,
  ...webhookMutants,
  ...mailMutants,
];
