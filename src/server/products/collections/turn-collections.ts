import { nowOf, type Shop } from "../../core/shop.ts";
import { turnCollections } from "./queries.ts";

/** The worker's task: notifies every process of collections that start or end. */
export function turnDueCollections(shop: Shop): Promise<number> {
  return turnCollections(shop.db, nowOf(shop));
}
