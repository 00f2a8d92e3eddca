// Removes a product from the shop. One that was never sold is deleted with its stock and its pictures. One that was
// sold, or that a shopper is paying for right now, is archived instead: it is no longer offered, but its orders still
// have a product to link to. The orders store its name, price, and picture themselves.
import { valuesOf } from "#domain/product/product-form.ts";
import type { Shop } from "../core/shop.ts";
import { insertSpareImages } from "../files/pictures/image-queries.ts";
import { insertAudit } from "../settings/audit/queries.ts";
import { deleteProductRow, updateProducts } from "./queries.ts";
import { withProduct } from "./write-products.ts";

export type DeleteResult =
  | { ok: true; outcome: "deleted" | "archived"; name: string }
  | { ok: false; reason: "not_found" };

/** Any text is fine as an id. */
export async function deleteProduct(
  shop: Shop,
  { id, actor }: { id: string; actor: string },
): Promise<DeleteResult> {
  const result = await withProduct(shop, id, async (tx, product, now): Promise<DeleteResult> => {
    const { name, images } = product;
    const before = valuesOf(product);
    if (product.wasSold || product.stock.some((line) => line.held > 0)) {
      const after = { ...before, status: "archived" as const };
      await updateProducts(tx, [{ before: product, values: after }], now);
      await insertAudit(tx, { actor, action: "product.archived", object: id, before, after }, now);
      return { ok: true, outcome: "archived", name };
    }
    await deleteProductRow(tx, id);
    const urls = images.map((image) => image.url);
    await insertSpareImages(tx, urls, now);
    await insertAudit(tx, { actor, action: "product.deleted", object: id, before, after: null }, now);
    return { ok: true, outcome: "deleted", name };
  });
  if (result.ok) await shop.catalogChanged();
  return result;
}
