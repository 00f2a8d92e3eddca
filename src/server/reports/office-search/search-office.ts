import {
  type OfficeFinds,
  phoneKey,
  searchableWords,
  trackingKey,
} from "#domain/office-search/office-search.ts";
import type { Shop } from "../../core/shop.ts";
import { parseOrderWords } from "../../orders/order-words.ts";
import { findEverywhere } from "./queries.ts";

/** Orders, products, and customers that `query` means, at most FOUND_MAX of each; null when nothing was typed. */
export async function searchOffice(shop: Pick<Shop, "db">, query: string): Promise<OfficeFinds | null> {
  const asked = parseOrderWords(query);
  if (!asked) return null;
  const words = searchableWords(query);
  return findEverywhere(shop.db, {
    ...asked,
    words,
    query,
    tracking: trackingKey(query),
    phone: phoneKey(query),
  });
}
