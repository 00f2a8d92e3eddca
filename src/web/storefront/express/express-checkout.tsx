import type { Stripe } from "@stripe/stripe-js";
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { CartLine } from "#domain/cart/cart.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import { type PaymentKeys, useRootData } from "../../page/root-data.ts";
import type { WalletButtons } from "./wallet-buttons.tsx";

type Loaded = { stripe: Stripe; Buttons: ComponentType<Parameters<typeof WalletButtons>[0]> };

async function load(keys: PaymentKeys): Promise<Loaded> {
  const { WalletButtons, prepareWallets } = await import("./wallet-buttons.tsx");
  return { stripe: await prepareWallets(keys), Buttons: WalletButtons };
}

type ExpressCheckoutProps = {
  /** The lines to buy. */
  lines: CartLine[];
  settings: StoreSettings;
  /** What a screen reader calls its place; the page and the drawer over it have one each. */
  label: string;
  /** Next to the verb: which variant, how many. */
  what?: ReactNode;
  /** The page's prices may be of an earlier hour. */
  asksPrices?: boolean;
  replaces?: boolean;
  /** What the page offers below. */
  instead?: string | undefined;
};

/**
 * The wallets that this browser has: a tap on one of them and a tap on 'Pay' buy `lines`, with the wallet's address.
 * Only the provider's script can find out which there are, so it is fetched when this comes into view. The room is kept
 * from the beginning, so nothing moves; without a wallet it stays empty.
 */
export function ExpressCheckout({
  label,
  lines,
  settings,
  what,
  asksPrices = false,
  replaces = false,
  instead,
}: ExpressCheckoutProps) {
  const { payments } = useRootData();
  const place = useRef<HTMLElement>(null);
  const isWanted = useSeen(place);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [isReady, setReady] = useState(false);
  const [hasNone, setNone] = useState(false);
  const [said, setSaid] = useState<string | null>(null);

  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    load(payments).then(
      (parts) => isCurrent && setLoaded(parts),
      () => isCurrent && setNone(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, payments]);

  if (!payments.publishableKey) return null;
  return (
    <section ref={place} aria-label={label} className={hasNone ? "invisible" : "noscript:hidden"}>
      <p className="mb-2 text-center text-[0.9375rem] text-ink-2">
        Express checkout<span>{what}</span>
      </p>
      <div className={`relative h-12 ${isReady ? "" : "rounded-field bg-sand"}`}>
        {loaded && (
          <loaded.Buttons
            stripe={loaded.stripe}
            lines={lines}
            settings={settings}
            asksPrices={asksPrices}
            replaces={replaces}
            onReady={(hasWallet) => {
              setReady(true);
              setNone(!hasWallet);
            }}
            onSaid={setSaid}
          />
        )}
      </div>
      <div role="alert">{said && <p className="mt-2 font-medium text-err">{said}</p>}</div>
      {instead && (
        <p className="mt-5 flex items-center gap-3 text-[0.9375rem] text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {instead}
        </p>
      )}
    </section>
  );
}

/** True from the moment on that the place was near the screen. */
function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: "200px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place, isSeen]);
  return isSeen;
}
