// The owner clears rehearsals, which all orders of this world are, while something else happens to the same order.

import { nowOf } from "#server/core/shop.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { clearRehearsal } from "#server/operations/rehearsals/queries.ts";
import type { World } from "../world.ts";
import type { Known } from "./setting.ts";
import { someWeb } from "./shopper-races.ts";

/** One order of many: the use case clears one after the other. */
export function clearOne(world: World, { orderId }: Known): Promise<void> {
  return world.start(
    "clears a rehearsal",
    someWeb(world),
    (shop) => inTransaction(shop, (tx) => clearRehearsal(tx, orderId, nowOf(shop))),
    ({ answer }) => {
      world.count(answer ? "rehearsal cleared" : "rehearsal not cleared: its money is under way");
    },
  );
}
