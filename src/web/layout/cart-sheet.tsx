// The drawer with everything in it: what a page fetches at the first sign of a shopper.
import { type CartSheetProps, CartSheet as Sheet } from "../storefront/cart/cart-sheet.tsx";
import { CartExpress } from "../storefront/express/express-ways.tsx";

export function CartSheet(props: CartSheetProps) {
  return <Sheet {...props} Express={CartExpress} />;
}
