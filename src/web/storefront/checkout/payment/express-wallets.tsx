import { ExpressCheckoutElement } from "@stripe/react-stripe-js";
import type {
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from "@stripe/stripe-js";
import { useState } from "react";

/**
 * The postal address was typed a step ago and the total is fixed: a wallet only pays. Wallets that are not
 * cards stay out, because they leave the page and need an account of the shop.
 */
const options: StripeExpressCheckoutElementOptions = {
  buttonHeight: 48,
  buttonType: { applePay: "plain", googlePay: "pay" },
  emailRequired: false,
  phoneNumberRequired: false,
  shippingAddressRequired: false,
  layout: { maxColumns: 2, maxRows: 1 },
  paymentMethods: { amazonPay: "never", klarna: "never", link: "never", paypal: "never" },
};

type ExpressWalletsProps = {
  /** While one payment is under way, no other may begin. */
  isBusy: boolean;
  /** The shopper has agreed in the wallet; resolves when the outcome of the payment is known. */
  onConfirm: (event: StripeExpressCheckoutElementConfirmEvent) => void;
};

/**
 * Apple Pay and Google Pay, where this browser has them set up. Only the provider's element can find that out,
 * so it takes up no room until then, and none at all without a wallet or when it fails to load.
 */
export function ExpressWallets({ isBusy, onConfirm }: ExpressWalletsProps) {
  const [hasWallet, setHasWallet] = useState(false);
  return (
    <div className={hasWallet ? "grid gap-4" : "-mb-5 h-0 overflow-hidden"} inert={!hasWallet || isBusy}>
      <ExpressCheckoutElement
        options={options}
        onReady={({ availablePaymentMethods }) => setHasWallet(availablePaymentMethods !== undefined)}
        onLoadError={() => setHasWallet(false)}
        onConfirm={onConfirm}
      />
      <p className="flex items-center gap-3 text-[0.9375rem] text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        Or pay by card
      </p>
    </div>
  );
}
