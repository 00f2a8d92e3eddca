// The only component here that imports the provider's React package. It is loaded when the buttons are about to be
// seen by an active shopper.
import { Elements, ExpressCheckoutElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type {
  Stripe,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from "@stripe/stripe-js";
import { useEffect, useReducer, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { type CartLine, keyOf } from "#domain/cart/cart.ts";
import { arrivalOf } from "#domain/checkout/delivery.ts";
import { CURRENCY } from "#domain/money/money.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import { type PaymentKeys, useRootData } from "../../page/root-data.ts";
import { leaveLayer } from "../../ui/use-history-layer.ts";
import { cartStore } from "../cart/cart.ts";
import { askServer, noteStopped, type RefreshAnswer, refreshStoredCart } from "../cart/refresh-cart.ts";
import { paymentAppearance } from "../checkout/payment/payment-appearance.ts";
import { loadPayments } from "../checkout/payment/stripe-loader.ts";
import { buyByWallet } from "./express-purchase.ts";
import { freshen, type Quote, quoteOf, sheetOf } from "./quote.ts";
import { isRefused, shipToOf, WALLET_COUNTRIES } from "./wallet-address.ts";

/** As high as the room that is kept for them. */
const BUTTON_HEIGHT = 48;

type Sheet = ReturnType<typeof sheetOf>;

const CHANGED = "Your order has changed. Nothing was charged. Please close the wallet and check it.";

/** What the buttons need; rejects when the provider's script can't be had. */
export const prepareWallets = (keys: PaymentKeys): Promise<Stripe> => loadPayments(keys);

const optionsOf = (sheet: Sheet, storeName: string): StripeExpressCheckoutElementOptions => ({
  buttonHeight: BUTTON_HEIGHT,
  buttonType: { applePay: "plain", googlePay: "plain" },
  layout: { maxColumns: 3, maxRows: 1, overflow: "never" },
  // Wallets that need an account of the shop, or leave the page, stay out.
  paymentMethods: { amazonPay: "never", klarna: "never", paypal: "never" },
  business: { name: storeName },
  emailRequired: true,
  billingAddressRequired: true,
  shippingAddressRequired: true,
  allowedShippingCountries: WALLET_COUNTRIES,
  shippingRates: sheet.shippingRates,
});

export type WalletButtonsProps = {
  stripe: Stripe;
  /** The lines to buy. */
  lines: CartLine[];
  settings: StoreSettings;
  /** The page may have been kept for a while, so the server is asked for today's prices. The cart has them. */
  asksPrices: boolean;
  /** The page of the confirmation takes the place of this one in the history. */
  replaces: boolean;
  /** Whether this browser has a wallet. */
  onReady: (hasWallet: boolean) => void;
  /** Why nothing was bought; null when a new try begins. */
  onSaid: (said: string | null) => void;
};

export function WalletButtons({ stripe, lines, settings, asksPrices, ...rest }: WalletButtonsProps) {
  const [asked, askAgain] = useReducer((count: number) => count + 1, 0);
  const today = useToday(lines, asksPrices, asked);
  const current = today ? freshen(lines, today) : { lines, settings };
  const quote = quoteOf(current.lines, current.settings);
  const { storeName } = settings.businessInfo;
  const { timeZone } = useRootData().profile;
  const rules = { timeZone, ...current.settings.shipping };
  const sheet = (shown: Quote) => sheetOf(shown, arrivalOf(Date.now(), rules));
  // While a sheet is open, it is about what it showed when it opened, whatever changes on the page. Only its address
  // changes it.
  const [opened, setOpened] = useState<Quote | null>(null);
  return (
    <Elements
      stripe={stripe}
      options={{
        mode: "payment",
        amount: (opened ?? quote).totals.total,
        currency: CURRENCY,
        // As the server asks for them, or the payment and these buttons would not fit.
        allowedPaymentMethodTypes: ["card", "link"],
        appearance: paymentAppearance(),
      }}
    >
      <Buttons
        quote={quote}
        sheet={sheet}
        storeName={storeName}
        opened={opened}
        setOpened={setOpened}
        onStale={askAgain}
        {...rest}
      />
    </Elements>
  );
}

/** What the server says of these lines; null until then. */
function useToday(lines: CartLine[], isAsked: boolean, again: number): RefreshAnswer | null {
  const [today, setToday] = useState<RefreshAnswer | null>(null);
  const keys = lines.map(keyOf).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: which units, not how many.
  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    // Without an answer the page's own prices stand, and the server compares them in any case.
    askServer({ lines }).then(
      (answer) => {
        if (!isCurrent) return;
        noteStopped(answer);
        setToday(answer);
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [keys, isAsked, again]);
  return today;
}

type ButtonsProps = Omit<WalletButtonsProps, "stripe" | "lines" | "settings" | "asksPrices"> & {
  quote: Quote;
  /** What the wallet's own sheet shows of a quote. */
  sheet: (quote: Quote) => Sheet;
  storeName: string;
  opened: Quote | null;
  setOpened: (quote: Quote | null) => void;
  /** What the sheet showed is no longer true. */
  onStale: () => void;
};

function Buttons({
  quote,
  sheet,
  opened,
  setOpened,
  onStale,
  storeName,
  replaces,
  onReady,
  onSaid,
}: ButtonsProps) {
  const stripe = useStripe();
  const elements = useElements();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [options] = useState(() => optionsOf(sheet(quote), storeName));
  // A wallet may tell of one consent twice.
  const isPaying = useRef(false);

  async function pay({ paymentFailed, ...wallet }: StripeExpressCheckoutElementConfirmEvent) {
    if (isPaying.current) return;
    if (!stripe || !elements || !opened) return paymentFailed({ reason: "fail", message: CHANGED });
    isPaying.current = true;
    onSaid(null);
    const outcome = await buyByWallet({ stripe, elements }, { quote: opened, wallet });
    isPaying.current = false;
    if (outcome.kind === "confirmation") {
      if (replaces) leaveLayer();
      await navigate(outcome.path, { replace: replaces });
      return;
    }
    paymentFailed({
      reason: outcome.isAddress ? "invalid_shipping_address" : "fail",
      message: outcome.said,
    });
    onSaid(outcome.said);
    if (!outcome.isStale) return;
    setOpened(null);
    onStale();
    await Promise.all([refreshStoredCart(cartStore), revalidate()]);
  }

  return (
    <ExpressCheckoutElement
      options={options}
      onReady={({ availablePaymentMethods }) => onReady(availablePaymentMethods !== undefined)}
      onLoadError={() => onReady(false)}
      onClick={({ resolve }) => {
        onSaid(null);
        setOpened(quote);
        elements?.update({ amount: quote.totals.total });
        resolve(sheet(quote));
      }}
      onCancel={() => setOpened(null)}
      onShippingAddressChange={({ address, resolve, reject }) => {
        if (isRefused(address)) return reject();
        const { cart, settings } = opened ?? quote;
        const taxed = quoteOf(cart.lines, settings, shipToOf(address));
        setOpened(taxed);
        elements?.update({ amount: taxed.totals.total });
        resolve(sheet(taxed));
      }}
      // There is one way to ship.
      onShippingRateChange={({ resolve }) => resolve()}
      onConfirm={pay}
    />
  );
}
