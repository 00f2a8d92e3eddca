// What a product's page fetches at the first sign of a shopper, in one go.
import type { ComponentProps } from "react";
import { ProductExpress } from "../../express/express-ways.tsx";
import { BuyBar } from "./buy-bar.tsx";

type FirstTouchProps = ComponentProps<typeof BuyBar> & { isChosen: boolean };

/** The wallets' buttons in their room, and the bar over the page's lower edge. */
export function FirstTouch({ isChosen, ...bar }: FirstTouchProps) {
  const { product, selected, quantity } = bar;
  return (
    <>
      {isChosen && <ProductExpress {...{ product, selected, quantity }} />}
      <BuyBar {...bar} />
    </>
  );
}
