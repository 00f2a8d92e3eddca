import { noCodes } from "#domain/product/options/item-codes.ts";
import { NAME_LENGTH_MAX } from "#domain/product/product-fields.ts";
import { valuesOf } from "#domain/product/product-form.ts";
import type { Shop } from "../core/shop.ts";
import { createProducts, withProduct } from "./write-products.ts";

export type DuplicateResult = { ok: true; id: string } | { ok: false; reason: "not_found" };

const SUFFIX = " (copy)";

/** A draft with everything of the product except its stock and codes. */
export async function duplicateProduct(
  shop: Shop,
  { id, actor }: { id: string; actor: string },
): Promise<DuplicateResult> {
  return withProduct(shop, id, async (tx, product, now) => {
    const values = valuesOf(product);
    values.name = [...values.name].slice(0, NAME_LENGTH_MAX - SUFFIX.length).join("") + SUFFIX;
    values.status = "draft";
    values.stock = values.stock.map(({ variation, price, salePrice }) => ({
      ...{ variation, price, salePrice },
      onHand: 0,
      ...noCodes,
    }));
    const copy = { id: shop.newId(), values, copiedFrom: id };
    await createProducts(tx, [copy], { actor, now });
    return { ok: true, id: copy.id };
  });
}
