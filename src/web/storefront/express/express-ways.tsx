// The places of express checkout. Fetched with the drawer, with the checkout, and at the first sign of a shopper on a
// product's page.
import type { Cart } from "#domain/cart/cart.ts";
import type { Product } from "#domain/product/product.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import { useRootData } from "../../page/root-data.ts";
import { lineOfProduct } from "../catalog/cart-line-of.ts";
import { ExpressCheckout } from "./express-checkout.tsx";

type CartExpressProps = { cart: Cart; settings: StoreSettings; instead?: string };

/** Buys the whole cart; on pages that lead on to the confirmation and are not come back to. */
export function CartExpress({ cart, settings, instead }: CartExpressProps) {
  if (cart.lines.length === 0) return null;
  return (
    <ExpressCheckout
      label="Express checkout for your cart"
      lines={cart.lines}
      settings={settings}
      instead={instead}
      replaces
    />
  );
}

type ProductExpressProps = { product: Product; selected: string | null; quantity: number };

/** Buys only this product, in the variant next to the verb. The rest of the cart stays there. */
export function ProductExpress({ product, selected, quantity }: ProductExpressProps) {
  const { settings } = useRootData();
  return (
    <ExpressCheckout
      label="Express checkout"
      lines={[lineOfProduct(product, selected, quantity)]}
      settings={settings}
      asksPrices
      what={
        <>
          {selected !== null && <b className="text-ink"> · {selected}</b>}
          {quantity > 1 && <b className="text-ink"> · {quantity} items</b>}
        </>
      }
    />
  );
}
