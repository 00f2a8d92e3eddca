// Sets the units on hand of a product's variants, for an owner who counts or restocks. A count outdated by a sale is
// refused, since it would undo the sale. A difference ("+12") is added to the current stock.
import { heldErrors } from "#domain/product/product-changes.ts";
import { type EditableProduct, valuesOf } from "#domain/product/product-form.ts";
import type { StockChange } from "#domain/product/stock-edit.ts";
import type { Shop } from "../../core/shop.ts";
import { changeProducts, withProduct } from "../write-products.ts";

export type SetStockResult =
  | { ok: true; name: string }
  | { ok: false; reason: "not_found" }
  /** Nothing was written. `stock`: as it is now. */
  | { ok: false; reason: "refused"; message: string; stock: EditableProduct["stock"] };

/** Any text is fine as an id. */
export async function setStock(
  shop: Shop,
  { id, changes, actor }: { id: string; changes: StockChange[]; actor: string },
): Promise<SetStockResult> {
  const result = await withProduct(shop, id, async (tx, product, now): Promise<SetStockResult> => {
    for (const { variation, was, onHand, isRelative } of changes) {
      const onShelf = product.stock.find((line) => line.variation === variation)?.onHand;
      if (isRelative && onShelf !== undefined) continue;
      if (onShelf === was || onShelf === onHand) continue;
      const message = overtakenMessage(variation, was, onShelf);
      return { ok: false, reason: "refused", message, stock: product.stock };
    }
    const stock = valuesOf(product).stock.map((line) => {
      const change = changes.find((each) => each.variation === line.variation);
      return { ...line, onHand: change ? countAfter(line.onHand, change) : line.onHand };
    });
    const values = { ...valuesOf(product), stock };
    const [held] = Object.values(heldErrors(product, values));
    if (held) return { ok: false, reason: "refused", message: held, stock: product.stock };
    await changeProducts(tx, [{ before: product, values }], { actor, now });
    return { ok: true, name: product.name };
  });
  if (result.ok) await shop.catalogChanged();
  return result;
}

function countAfter(onShelf: number, { was, onHand, isRelative }: StockChange): number {
  return isRelative ? Math.max(0, onShelf + onHand - was) : onHand;
}

function overtakenMessage(variation: string, was: number, now: number | undefined): string {
  const what = variation === "" ? "The stock" : `The stock of ${variation}`;
  return now === undefined
    ? `${variation} no longer exists`
    : `${what} was ${was} when you started and is ${now} now. Check it and save again`;
}
