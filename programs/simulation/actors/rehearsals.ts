// All orders of a simulated shop are test orders. Occasionally its owner clears them.
import { clearRehearsals } from "#server/operations/rehearsals/clear-rehearsals.ts";
import { orFailure } from "../world/faulty-database.ts";
import type { World } from "../world/world.ts";

export async function clearSomeRehearsals(world: World): Promise<void> {
  if (world.plan.nets.length === 1) return;
  await world.scheduler.start("owner clears test orders", async () => {
    const result = await orFailure(() =>
      world.callShop(({ shop }) => clearRehearsals(shop, { actor: "owner" })),
    );
    if (!result) return;
    if (!result.ok) world.count("test orders not cleared: a payment is open");
    else if (result.cleared > 0) world.count("rehearsals cleared");
  });
}
