import { errorText } from "../log.ts";
import type { Shop } from "../shop.ts";
import { type Claim, noteStep } from "./backup-queries.ts";

/** Writes down what is done right now; the work does not wait for it. */
export function sayStep(shop: Shop, mine: Claim): (step: string) => void {
  return (step) => {
    noteStep(shop.db, mine, step).catch((error: unknown) =>
      shop.log.warn("backups.step_not_noted", { error: errorText(error) }),
    );
  };
}
