import type { Product } from "#domain/product/product.ts";

/** The server draws it with the page. A browser needs its code only once there is a shopper. */
const BuyBar = import.meta.env.SSR ? (await import("./buy-bar.tsx")).BuyBar : null;

type EarlyBuyBarProps = { product: Product; onPress: () => void };

/**
 * The bar of the first view, as the server drew it. It names no option, since only the browser knows this shopper's. What
 * holds it takes no room, so the page stays where it is when the bar is replaced.
 */
export function EarlyBuyBar({ product, onPress }: EarlyBuyBarProps) {
  if (BuyBar) {
    return (
      <div className="contents">
        <BuyBar product={product} quantity={1} selected={null} named="" onAsk={onPress} onAdd={onPress} />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons are the server's.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click.
    <div
      className="contents"
      onClick={onPress}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing, so React leaves what stands there.
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}
