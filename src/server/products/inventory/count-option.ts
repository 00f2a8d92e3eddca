// What the owner counted of one option, typed into the inventory: the same change as the stock dialog's, with the option's
// units as they are after it.
import type { StockChange } from "#domain/product/stock-edit.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../../core/shop.ts";
import { findOnHand } from "./inventory-queries.ts";
import { setStock } from "./set-stock.ts";

type OnShelf = { onHand: number; held: number };

export type CountResult =
  | { ok: true; name: string; now: OnShelf }
  /** Nothing was written. `now`: what is there; null when the option or its product is gone. */
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
  const message = result.reason === "not_found" ? "The product is not there anymore" : result.message;
  return { ok: false, message, now };
}
