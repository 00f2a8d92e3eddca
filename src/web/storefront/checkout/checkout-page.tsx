import { useEffect } from "react";
import { type PaymentKeys, useRootData } from "../../page/root-data.ts";
import { Button } from "../../ui/form/button.tsx";
import { ArrowLeft } from "../../ui/icons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { drawerState } from "../cart/drawer-state.ts";
import type { CheckoutEvent, CheckoutState } from "./checkout-flow.ts";
import { CheckoutProblem } from "./checkout-problem.tsx";
import { PaymentStep, preparePayments } from "./payment/payment-step.tsx";
import { ShippingForm } from "./shipping/shipping-form.tsx";
import { ShippingReview } from "./shipping/shipping-review.tsx";
import { OrderSummary } from "./summary/order-summary.tsx";
import { useCheckout } from "./use-checkout.ts";

/** Draws the step that the checkout flow is in: one calm column, and what is being bought beside it. */
export function CheckoutPage() {
  const { payments } = useRootData();
  const { state, report, cart, totals, settings, changes } = useCheckout();

  useEffect(() => {
    // The card form is fetched while the postal address is being typed; a failure shows when the form is needed.
    if (state.step === "shipping") preparePayments(payments).catch(() => {});
  }, [state.step, payments]);

  return (
    <div className="wrap min-h-[85dvh] max-w-[72rem] py-8 lg:py-12">
      <h1 className="display text-title">Checkout</h1>
      <div className="mt-6 grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <aside className="rounded-picture bg-sand px-5 py-3 lg:sticky lg:top-24 lg:order-2 lg:p-6">
          {state.step === "opening" ? (
            <Skeleton className="h-12 lg:h-96" />
          ) : (
            <OrderSummary cart={cart} totals={totals} settings={settings} />
          )}
        </aside>
        <div className="min-w-0">
          {changes.length > 0 && state.step === "shipping" && <Changes changes={changes} />}
          {state.step === "shipping" && state.problem && (
            <CheckoutProblem problem={state.problem} isLive={payments.mode === "live"} />
          )}
          <Step state={state} report={report} payments={payments} />
        </div>
      </div>
      <noscript>
        <p className="mt-8">
          Checking out needs JavaScript: your cart is kept in this browser, and the card form runs in it.
        </p>
      </noscript>
    </div>
  );
}

type StepProps = {
  state: CheckoutState;
  report: (event: CheckoutEvent) => void;
  payments: PaymentKeys;
};

function Step({ state, report, payments }: StepProps) {
  if (state.step === "unsure") return <Unsure onAskAgain={() => report({ type: "check-again" })} />;
  if (state.step === "shipping" || (state.step === "starting" && !state.resuming)) {
    return <ShippingStep state={state} report={report} />;
  }
  if ("checkout" in state) {
    return (
      <>
        <ShippingReview
          canEdit={state.step === "payment" || state.step === "expired"}
          onEdit={() => report({ type: "edit" })}
        />
        <PaymentStep state={state} payments={payments} report={report} />
      </>
    );
  }
  return (
    <div className="grid gap-6">
      <p className="text-ink-2">
        <Spinner label="Processing your request..." />
      </p>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-40" />
    </div>
  );
}

type ShippingStepProps = Pick<StepProps, "report"> & {
  state: Extract<CheckoutState, { step: "shipping" | "starting" }>;
};

function ShippingStep({ state, report }: ShippingStepProps) {
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
        onAccepted={() => report({ type: "submitted" })}
      />
      <button
        type="button"
        className="text-link mt-2 inline-flex min-h-11 items-center gap-1.5 text-ink-2"
        onClick={() => drawerState.set(true)}
      >
        <ArrowLeft className="size-4" />
        Back to cart
      </button>
    </section>
  );
}

/** What the refresh on arrival changed, before anything is paid. */
function Changes({ changes }: { changes: string[] }) {
  return (
    <div role="status" className="mb-8 rounded-field bg-warn-tint p-4">
      <p className="font-semibold">Your cart was brought up to date</p>
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
        don't pay again: if it did, your order is safe and a confirmation is on its way by e-mail.
      </p>
      <Button className="mt-4" onClick={onAskAgain}>
        Check again
      </Button>
    </div>
  );
}
