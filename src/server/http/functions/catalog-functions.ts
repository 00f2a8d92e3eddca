// The functions that give the browser the present prices and stock of products.
import * as z from "zod/mini";
import { CART_LINES_MAX } from "#domain/cart/cart.ts";
import { LISTED_BY_ID_MAX, listByIds } from "../../catalog/list-by-ids.ts";
import { findActiveProduct } from "../../catalog/load-product-page.ts";
import { refreshCartLines } from "../../catalog/refresh-cart.ts";
import { lookUpDiscounts } from "../../checkout/discounts/look-up-discounts.ts";
import { identifyVisitor } from "../../checkout/visitors/visitor.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { refuse } from "../responses.ts";
import { withBody } from "./with-body.ts";

const text = z.string().check(z.maxLength(100));
const wanted = z.object({ ids: z.array(text).check(z.maxLength(LISTED_BY_ID_MAX)) });

export const listProducts = withBody(
  wanted,
  `Send ids, at most ${LISTED_BY_ID_MAX} ids of products.`,
  async (shop, c, { ids }) => c.json({ products: await listByIds(shop, ids) }),
);

export const findProduct = withBody(
  z.object({ id: text }),
  "Send id, the id of a product.",
  async (shop, c, { id }) => {
    const product = await findActiveProduct(shop, id);
    return product ? c.json({ product }) : refuse(c, 404, "not_found", "There is no such product.");
  },
);

const item = z.object({
  product_id: text,
  selectedOption: z.optional(z.nullable(text)),
  variant_id: z.optional(z.nullable(text)),
});
const cart = z.object({
  items: z.array(item).check(z.maxLength(CART_LINES_MAX)),
  discount_code: z.optional(z.nullable(text)),
  /** Of the browser's open checkout. */
  order_id: z.optional(z.nullable(text)),
});

export const refreshCart = withBody(
  cart,
  "Send items: [{ product_id, selectedOption, variant_id }], and discount_code if there is one.",
  async (shop, c, body) => {
    const items = body.items.map(
      ({ product_id: productId, selectedOption = null, variant_id: variantId }) => ({
        productId,
        selectedOption,
        variantId,
      }),
    );
    // Before the others: an unhandled error of one would end the process.
    const visitor = await identifyVisitor(shop, c.req.raw);
    const [lines, settings, discounts] = await Promise.all([
      refreshCartLines(shop, items, body.order_id),
      loadSettings(shop),
      lookUpDiscounts(shop, {
        code: body.discount_code || null,
        own: body.order_id ?? null,
        productIds: items.map(({ productId }) => productId),
        visitor,
      }),
    ]);
    return c.json({ lines, settings, ...discounts });
  },
);
