import { useEffect } from "react";
import { type PaymentKeys, useRootData } from "../../page/root-data.ts";
import { useLoaded } from "../../page/use-loaded.ts";
import { Button } from "../../ui/form/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { CartWay } from "../cart/cart-drawer-footer.tsx";
import { formatChange } from "../cart/refresh-cart.ts";
import type { CheckoutEvent, CheckoutState } from "./checkout-flow.ts";
import { CheckoutBones } from "./frame/checkout-bones.tsx";
import { CheckoutColumns } from "./frame/checkout-columns.tsx";
import { type PaymentPart, usePaymentPart } from "./payment/use-payment-part.ts";
import { ShippingForm } from "./shipping/shipping-form.tsx";
import { CodeOffer } from "./summary/code-offer.tsx";
import { OrderSummary } from "./summary/order-summary.tsx";
import { useCheckout } from "./use-checkout.ts";

/** Another way to buy the whole cart, before the address step. The same function on each render. */
export type ExpressProps = { loadExpress: () => Promise<{ CartExpress: CartWay }> };

/** Draws the step that the checkout flow is in. */
export function CheckoutPage({ loadExpress }: ExpressProps) {
  const express = useLoaded(loadExpress, true);
  const { payments } = useRootData();
  const { state, report, cart, totals, settings, changes, chooseState } = useCheckout();

  const part = usePaymentPart(state, payments);

  const isPaid = state.step === "settling" || (state.step === "leaving" && state.paid !== null);
  const code = state.step === "shipping" && cart.lines.length > 0 && (
    <CodeOffer cart={cart} settings={settings} />
  );
  const summary =
    state.step === "opening" || isLeavingUnpaid(state) ? (
      <Skeleton className="h-12 lg:h-96" />
    ) : (
      <OrderSummary
        cart={cart}
        totals={totals}
        settings={settings}
        isUnfolded={isPaid}
        code={code}
        isReservedAtPay={(state.step === "payment" || state.step === "paying") && !state.checkout.isHeld}
      />
    );
  if (isPaid && part) {
    const isProcessing = state.step === "settling" && state.processing;
    return (
      <CheckoutColumns
        step="paid"
        summary={summary}
        banner={<part.PaymentReceived isProcessing={isProcessing} />}
      >
        <part.ShippingReview />
      </CheckoutColumns>
    );
  }
  return (
    <CheckoutColumns step={stepOf(state)} summary={summary}>
      {changes.length > 0 && (state.step === "shipping" || state.step === "payment") && (
        <Changes changes={changes.map(formatChange)} />
      )}
      {part && state.step === "shipping" && state.problem && (
        <part.CheckoutProblem
          problem={state.problem}
          total={totals.total}
          advice={
            state.problem.kind === "setup-failed" && <part.Troubleshooting {...payments} {...state.problem} />
          }
        />
      )}
      {(state.step === "shipping" || (state.step === "starting" && !state.resuming)) && (
        <div className="mb-8 min-h-31" inert={state.step === "starting"}>
          {express && <express.CartExpress cart={cart} settings={settings} instead="Or enter your address" />}
        </div>
      )}
      <Step state={state} report={report} payments={payments} part={part} chooseState={chooseState} />
    </CheckoutColumns>
  );
}

/** Its cart may be empty, which must not show to a shopper who is redirected. */
function isLeavingUnpaid(state: CheckoutState): boolean {
  return state.step === "leaving" && state.paid === null;
}

function stepOf(state: CheckoutState): "address" | "payment" {
  return "checkout" in state || (state.step === "starting" && state.resuming) ? "payment" : "address";
}

type StepProps = {
  state: CheckoutState;
  report: (event: CheckoutEvent) => void;
  payments: PaymentKeys;
  part: PaymentPart | null;
  chooseState: (state: string) => void;
};

function Step({ state, report, payments, part, chooseState }: StepProps) {
  if (state.step === "unsure") return <Unsure onAskAgain={() => report({ type: "check-again" })} />;
  if (state.step === "shipping" || (state.step === "starting" && !state.resuming)) {
    return (
      <ShippingStep
        state={state}
        report={report}
        chooseState={chooseState}
        emailHint={part?.emailHint ?? null}
      />
    );
  }
  if (part && (state.step === "payment" || state.step === "paying" || state.step === "expired")) {
    return (
      <>
        <part.ShippingReview canEdit={state.step !== "paying"} onEdit={() => report({ type: "edit" })} />
        <part.PaymentStep state={state} payments={payments} report={report} />
      </>
    );
  }
  return <CheckoutBones />;
}

type ShippingStepProps = Pick<StepProps, "report" | "chooseState"> & {
  emailHint: PaymentPart["emailHint"] | null;
  state: Extract<CheckoutState, { step: "shipping" | "starting" }>;
};

function ShippingStep({ state, report, chooseState, emailHint }: ShippingStepProps) {
  const problem = state.step === "shipping" ? state.problem : null;
  return (
    <section aria-labelledby="shipping-heading">
      <h2 id="shipping-heading" className="display mb-5 text-2xl">
        Shipping Information
      </h2>
      <ShippingForm
        key={problem?.kind === "invalid-shipping" ? JSON.stringify(problem.errors) : "form"}
        pending={state.step === "starting"}
        refused={problem?.kind === "invalid-shipping" ? problem.errors : {}}
        onState={chooseState}
        emailHint={emailHint}
        onAccepted={() => report({ type: "submitted" })}
      />
    </section>
  );
}

/** The changes to the cart, before anything is paid. */
function Changes({ changes }: { changes: string[] }) {
  return (
    <div role="status" className="mb-8 rounded-field bg-warn-tint p-4">
      <p className="font-semibold">Your cart was updated</p>
      <ul className="mt-1 grid gap-1">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </div>
  );
}

function Unsure({ onAskAgain }: { onAskAgain: () => void }) {
  useEffect(() => {
    window.addEventListener("online", onAskAgain);
    return () => window.removeEventListener("online", onAskAgain);
  }, [onAskAgain]);

  return (
    <div role="alert" className="rounded-field bg-warn-tint p-5">
      <h2 className="display text-xl">We are checking your last payment</h2>
      <p className="mt-2">
        The shop can't be reached right now, so we don't know yet whether your payment went through. Please
        don't pay again: if it did, your order is safe and a confirmation is on its way by email.
      </p>
      <Button className="mt-4" onClick={onAskAgain}>
        Check again
      </Button>
    </div>
  );
}
