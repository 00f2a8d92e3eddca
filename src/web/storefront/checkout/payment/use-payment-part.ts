import { useEffect, useState } from "react";
import type { PaymentKeys } from "../../../page/root-data.ts";
import type { CheckoutState } from "../checkout-flow.ts";

const load = async () => {
  const [step, { PaymentReceived }] = await Promise.all([
    import("./payment-step.tsx"),
    import("../paid/payment-received.tsx"),
  ]);
  return { ...step, PaymentReceived };
};

export type PaymentPart = Awaited<ReturnType<typeof load>>;

/**
 * The second step, fetched with its card form and what tells of problems while the postal address is typed. A card form that can't be had shows
 * when it is needed; a step that can't be had breaks the page, which then offers to load again.
 */
export function usePaymentPart(state: CheckoutState, payments: PaymentKeys): PaymentPart | null {
  const [part, setPart] = useState<PaymentPart | null>(null);
  const [failure, setFailure] = useState<{ why: unknown } | null>(null);
  const isNeeded = "checkout" in state || (state.step === "shipping" && state.problem !== null);
  const isPrepared = isNeeded || state.step === "shipping" || state.step === "starting";

  useEffect(() => {
    if (!isPrepared || part) return;
    load().then(
      (loaded) => {
        setPart(loaded);
        loaded.preparePayments(payments).catch(() => {});
      },
      // Before it is needed another try may do better.
      (why: unknown) => isNeeded && setFailure({ why }),
    );
  }, [isPrepared, isNeeded, part, payments]);

  if (failure) throw failure.why;
  return part;
}
