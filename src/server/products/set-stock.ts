// Sets how many pieces of a product's options are on the shelf, for an owner who counts or restocks. A count
// that a sale has overtaken is not written: it would put a sold piece back.
import { heldErrors } from "#domain/product/product-edit.ts";
import { valuesOf } from "#domain/product/product-form.ts";
import type { StockChange } from "#domain/product/stock-edit.ts";
import type { Shop } from "../core/shop.ts";
import { changeProducts, withProduct } from "./write-products.ts";

export type SetStockResult =
  | { ok: true; name: string }
  | { ok: false; reason: "not_found" }
  /** Nothing was written. */
  | { ok: false; reason: "refused"; message: string };

/** Any text is fine as an id. */
export async function setStock(
  shop: Shop,
  { id, changes, actor }: { id: string; changes: StockChange[]; actor: string },
): Promise<SetStockResult> {
  const result = await withProduct(shop, id, async (tx, product, now): Promise<SetStockResult> => {
    for (const { variation, was, onHand } of changes) {
      const onShelf = product.stock.find((line) => line.variation === variation)?.onHand;
      if (onShelf === was || onShelf === onHand) continue;
      return { ok: false, reason: "refused", message: overtakenMessage(variation, was, onShelf) };
    }
    const stock = valuesOf(product).stock.map((line) => {
      const change = changes.find((each) => each.variation === line.variation);
      return { ...line, onHand: change?.onHand ?? line.onHand };
    });
    const values = { ...valuesOf(product), stock };
    const [held] = Object.values(heldErrors(product, values));
    if (held) return { ok: false, reason: "refused", message: held };
    await changeProducts(tx, [{ before: product, values }], { actor, now });
    return { ok: true, name: product.name };
  });
  if (result.ok) await shop.catalogChanged();
  return result;
}

function overtakenMessage(variation: string, was: number, now: number | undefined): string {
  const what = variation === "" ? "The stock" : `The stock of ${variation}`;
  return now === undefined
    ? `${variation} is not an option of the product any more`
    : `${what} was ${was} when you began and is ${now} now, as when a piece was sold`;
}
