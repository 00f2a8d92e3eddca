import * as z from "zod/mini";
import { CART_LINES_MAX } from "#domain/cart/cart.ts";
import { refreshCartLines } from "../../catalog/refresh-cart.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { withBody } from "./with-body.ts";

const item = z.object({
  product_id: z.string().check(z.maxLength(100)),
  selectedOption: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
});
const cart = z.object({ items: z.array(item).check(z.maxLength(CART_LINES_MAX)) });

export const refreshCart = withBody(
  cart,
  "Send items: [{ product_id, selectedOption }].",
  async (shop, c, body) => {
    const items = body.items.map(({ product_id, selectedOption = null }) => ({
      productId: product_id,
      selectedOption,
    }));
    const [lines, settings] = await Promise.all([refreshCartLines(shop, items), loadSettings(shop)]);
    return c.json({ lines, settings });
  },
);
