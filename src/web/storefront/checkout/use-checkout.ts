import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { type Cart, keyOf } from "#domain/cart/cart.ts";
import { unitPrice } from "#domain/cart/change-cart.ts";
import { parseUsState } from "#domain/postal-address/us-states.ts";
import { useRootData } from "../../page/root-data.ts";
import { toast } from "../../ui/toast/toast.ts";
import { cartStore, useCart } from "../cart/cart.ts";
import { useCartSettings } from "../cart/cart-settings.ts";
import {
  formatChange,
  refreshStoredCart,
  takeUntoldChanges,
  useUntoldChanges,
} from "../cart/refresh-cart.ts";
import {
  type CheckoutEvent,
  type CheckoutState,
  checkoutBeingPaid,
  next,
  opening,
  orderBeingConfirmed,
} from "./checkout-flow.ts";
import { checkRecord, finishPurchase, settle, start, totalsOf, wait } from "./checkout-run.ts";
import { loadShippingDraft } from "./checkout-storage.ts";
import { loadOpenCheckout } from "./kept-checkout.ts";
import { isAbout } from "./open-checkout.ts";
import { paymentTexts } from "./payment/payment-outcome.ts";
import { useStepHistory } from "./steps/use-step-history.ts";

/** A slow answer about prices must not keep the form away: the server compares the total anyway. */
const REFRESH_WAIT_MS = 4_000;

/** Runs the checkout flow: acts once on each state that it enters and draws nothing. */
export function useCheckout() {
  const root = useRootData();
  const cart = useCart();
  const [state, report] = useReducer(next, opening);
  const rules = useCartSettings(root.settings);
  const [shipTo, setShipTo] = useState<string | null>(null);
  const settings = useMemo(() => ({ ...rules, shipTo }), [rules, shipTo]);
  const changes = useUntoldChanges();
  const entered = useRef<CheckoutState | null>(null);

  const open = useCallback(async () => {
    await Promise.race([refreshStoredCart(cartStore), wait(REFRESH_WAIT_MS)]);
    setShipTo(parseUsState(loadShippingDraft().state));
    report({ type: "opened", record: loadOpenCheckout(), cartIsEmpty: cartStore.get().lines.length === 0 });
  }, []);

  useEffect(() => {
    if (entered.current === state) return;
    const cameFrom = entered.current;
    entered.current = state;
    switch (state.step) {
      case "opening":
        void open();
        return;
      case "checking":
        void checkRecord(state.record, settings, report);
        return;
      case "starting":
        if (cameFrom?.step === "shipping") takeUntoldChanges();
        void start({ settings, renew: cameFrom?.step === "expired", report });
        return;
      case "settling":
        if (state.processing) toast(paymentTexts.processing);
        else toast.success(paymentTexts.succeeded);
        void settle(state.checkout, report);
        return;
      case "leaving":
        if (state.to.page === "shop") showWhyEmpty();
        return;
    }
  }, [state, settings, open]);

  // The next page is drawn in the place of this one, so a paid checkout never shows with an empty cart. A shopper who
  // leaves in the middle has paid as well.
  useEffect(
    () => () => {
      const order = entered.current && orderBeingConfirmed(entered.current);
      if (order) finishPurchase(order);
      takeUntoldChanges();
    },
    [],
  );

  useStepHistory(state, report);

  useCartWatch(state, cart, report);

  const totals = checkoutBeingPaid(state)?.totals ?? totalsOf(cart, settings);
  /** The shopper has chosen a state, or typed a ZIP code of one. */
  const chooseState = (chosen: string) => setShipTo(parseUsState(chosen));
  return { state, report, cart, totals, settings, changes, chooseState };
}

const pricesOf = ({ lines }: Cart) => String(lines.map((line) => keyOf(line) + unitPrice(line)).sort());

/** A shopper whose cart has nothing left lands in the shop and must know why. */
function showWhyEmpty() {
  const description = takeUntoldChanges().map(formatChange).join(" ");
  if (description) toast("Your cart is empty", { description });
}

/** The payment step belongs to one cart, at the prices that it began with; reports to the flow when the cart changes. */
function useCartWatch(state: CheckoutState, cart: Cart, report: (event: CheckoutEvent) => void) {
  const { step } = state;
  const prices = useRef("");
  useEffect(() => {
    if (step === "starting") prices.current = pricesOf(cart);
    if (step !== "shipping" && step !== "payment" && step !== "expired") return;
    const record = loadOpenCheckout();
    const cartIsEmpty = cart.lines.length === 0;
    const isSame = record !== null && isAbout(record, cart) && pricesOf(cart) === prices.current;
    if (cartIsEmpty || (step !== "shipping" && !isSame))
      report({ type: "cart-altered", record, cartIsEmpty });
  }, [step, cart, report]);
}
