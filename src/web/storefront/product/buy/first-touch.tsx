// What a product's page fetches at the first sign of a shopper, in one go.
import type { ComponentProps } from "react";
import { ProductExpress } from "../../express/express-ways.tsx";
import { BuyBar } from "./buy-bar.tsx";

type FirstTouchProps = ComponentProps<typeof BuyBar> & { isChosen: boolean; quantity: number };

/** The wallets' buttons in their room, and the bar over the page's lower edge. */
export function FirstTouch({ isChosen, quantity, ...bar }: FirstTouchProps) {
  return (
    <>
      {isChosen && <ProductExpress product={bar.product} selected={bar.selected} quantity={quantity} />}
      <BuyBar {...bar} />
    </>
  );
}
