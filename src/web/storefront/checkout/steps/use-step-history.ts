import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { parseShippingInfo } from "#domain/postal-address/shipping-address.ts";
import { type CheckoutEvent, type CheckoutState, destinationPath } from "../checkout-flow.ts";
import { loadShippingDraft, saveShippingInfo } from "../checkout-storage.ts";
import { moveOf, PAYMENT_HASH } from "./step-history.ts";

/** Keeps the browser's history and the checkout's step together. */
export function useStepHistory(state: CheckoutState, report: (event: CheckoutEvent) => void) {
  const location = useLocation();
  const navigate = useNavigate();
  const known = useRef({
    key: location.key,
    wasAtPayment: false,
    isWantedBack: false,
    hasSeenAddress: false,
  });

  useEffect(() => {
    const isAtPayment = location.hash === PAYMENT_HASH;
    const isAfterAddress = location.state?.isAfterAddress === true;
    const was = known.current;
    const hasMoved = was.key !== location.key && was.wasAtPayment !== isAtPayment;
    known.current = {
      key: location.key,
      wasAtPayment: isAtPayment,
      isWantedBack: was.isWantedBack,
      hasSeenAddress: was.hasSeenAddress || !isAtPayment,
    };
    const { isWantedBack, hasSeenAddress } = known.current;
    switch (moveOf({ state, isAtPayment, hasMoved, isWantedBack, isAfterAddress, hasSeenAddress })) {
      case "push-payment":
        known.current.wasAtPayment = true;
        return void navigate({ hash: PAYMENT_HASH }, { state: { isAfterAddress: true } });
      case "step-back":
        known.current.wasAtPayment = false;
        return void navigate(-1);
      case "become-address":
        known.current.wasAtPayment = false;
        return void navigate({ hash: "" }, { replace: true, preventScrollReset: true });
      case "edit":
        known.current.isWantedBack = false;
        return report({ type: "edit" });
      case "submit": {
        const draft = parseShippingInfo(loadShippingDraft());
        if (!draft.ok) return void navigate(-1);
        saveShippingInfo(draft.value);
        return report({ type: "submitted" });
      }
      case "note-wish":
        known.current.isWantedBack = true;
        return;
      case "leave":
        if (state.step === "leaving") void navigate(destinationPath(state.to), { replace: true });
        return;
      case "stay":
        return;
    }
  }, [state, location, navigate, report]);
}
