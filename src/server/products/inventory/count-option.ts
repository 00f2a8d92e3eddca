// The owner's count of one variant, typed into the inventory. The same change as the stock dialog makes; the result has
// the variant's current units.
import type { StockChange } from "#domain/product/stock-edit.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../../core/shop.ts";
import { findOnHand } from "./inventory-queries.ts";
import { setStock } from "./set-stock.ts";

type OnShelf = { onHand: number; held: number };

export type CountResult =
  | { ok: true; name: string; now: OnShelf }
  /** Nothing was written. `now`: the current units; null when the variant or its product no longer exists. */
  | { ok: false; message: string; now: OnShelf | null };

/** Any text is fine as an id. */
export async function countOption(
  shop: Shop,
  { id, change, actor }: { id: string; change: StockChange; actor: string },
): Promise<CountResult> {
  const result = await setStock(shop, { id, changes: [change], actor });
  const { variation } = change;
  const now = isUuid(id) ? await findOnHand(shop.db, { productId: id, variation }) : null;
  if (result.ok) return { ok: true, name: result.name, now: now ?? { onHand: change.onHand, held: 0 } };
  const message = result.reason === "not_found" ? "The product no longer exists" : result.message;
  return { ok: false, message, now };
}
