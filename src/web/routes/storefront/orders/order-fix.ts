// Passes the forms by which a customer corrects an order on its page to their use case.
import { parseOffer } from "#domain/order/swap.ts";
import { emptyShippingInfo } from "#domain/postal-address/shipping-address.ts";
import type { Shop } from "#server/core/shop.ts";
import { correctByLink } from "#server/orders/changes/change-by-link.ts";
import { type FixAnswer, fixAnswerOf, unchosenSize } from "../../../storefront/orders/fix-outcome.ts";
import { textOf } from "../form-page.ts";

/** The answer to one of these forms; null for another form of the page. */
export async function fixOrder(
  shop: Shop,
  { token, form }: { token: string; form: FormData },
): Promise<FixAnswer | null> {
  const seen = Number(textOf(form, "seen"));
  switch (textOf(form, "intent")) {
    case "fix-address": {
      const fields = Object.keys(emptyShippingInfo).map((name) => [name, textOf(form, name)] as const);
      const address = { ...Object.fromEntries(fields), country: "US" };
      return fixAnswerOf(
        "address",
        await correctByLink(shop, { token, sent: { what: "address", seen, address } }),
      );
    }
    case "fix-email":
      return fixAnswerOf(
        "email",
        await correctByLink(shop, { token, sent: { what: "email", seen, email: textOf(form, "email") } }),
      );
    case "fix-size": {
      const to = parseOffer(textOf(form, "to"));
      const [itemId, quantity] = [textOf(form, "itemId"), Number(textOf(form, "quantity"))];
      if (itemId === "" || to === null) return unchosenSize(itemId === "" ? "itemId" : "to");
      return fixAnswerOf(
        "size",
        await correctByLink(shop, { token, sent: { what: "swap", seen, itemId, quantity, to } }),
      );
    }
    default:
      return null;
  }
}
