import { nowOf, type Shop } from "../../core/shop.ts";
import { turnCollections } from "./queries.ts";

/** The worker's task: pages of every process hear of collections whose time has come or gone. */
export function turnDueCollections(shop: Shop): Promise<number> {
  return turnCollections(shop.db, nowOf(shop));
}
