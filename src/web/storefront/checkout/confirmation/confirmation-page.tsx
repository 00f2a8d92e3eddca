import { type ReactNode, useEffect, useRef } from "react";
import { href, Link } from "react-router";
import { orderNumber } from "#domain/order/order.ts";
import { shopDay } from "#domain/text/dates.ts";
import { useRootData } from "../../../page/root-data.ts";
import { Arrives } from "../../../ui/arrives.tsx";
import { LinkButton } from "../../../ui/form/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { paymentTexts } from "../payment/payment-outcome.ts";
import { ConfirmationFailure } from "./confirmation-failure.tsx";
import { addressWithoutSecret, type ConfirmationState, formatConfirmation } from "./confirmation-flow.ts";
import { Onward } from "./onward.tsx";
import { OrderScorecard, Scorecard } from "./scorecard.tsx";
import { useConfirmation } from "./use-confirmation.ts";
import type { OrderIds } from "./verification.ts";

/** /checkout/confirmation: the outcome of the payment, as the server knows it. */
export function ConfirmationPage({ ids }: { ids: OrderIds }) {
  const { settings } = useRootData();
  const { storeName } = settings.businessInfo;
  const { state, ordered } = useConfirmation(ids);

  useEffect(() => {
    const cleaned = addressWithoutSecret(location.pathname, new URLSearchParams(location.search));
    if (cleaned !== null) history.replaceState(history.state, "", cleaned);
  }, []);

  const title = titleOf(state);
  useEffect(() => {
    document.title = `${title} · ${storeName}`;
  }, [title, storeName]);

  return (
    <div className="confirmation wrap min-h-[85dvh] max-w-[52rem] py-8 lg:py-14">
      <Heading key={title} title={title} isWorking={state.step === "working"} />
      {state.step === "working" && (
        <div className="grid min-h-[40dvh] content-center justify-items-center text-lg">
          <Spinner label="Processing your order..." />
        </div>
      )}
      {state.step === "failed" && <ConfirmationFailure failure={state} ids={ids} />}
      {state.step === "received" && (
        <>
          <Lead>
            {state.isProcessing
              ? paymentTexts.processing
              : "We received your payment and are finishing your order. We'll email you a confirmation, and there's nothing more to pay."}
          </Lead>
          {ordered && <Scorecard items={ordered.items} totals={ordered} order={null} />}
          {onward}
        </>
      )}
      {state.step === "shown" && <Shown {...state} />}
    </div>
  );
}

type ShownProps = Extract<ConfirmationState, { step: "shown" }>;

function Shown(shown: ShownProps) {
  const { order, own, isProcessing } = shown;
  const { settings, profile } = useRootData();
  const { email } = settings.businessInfo;
  const today = shopDay(Date.now(), profile.timeZone);
  // An old confirmation that is opened again promises nothing anymore.
  const isAhead = !isProcessing && order.status === "paid" && order.arrival.to >= today;
  return (
    <>
      <Lead>{formatConfirmation(shown).lead}</Lead>
      {isAhead && <Arrives arrival={order.arrival} className="display mt-4 text-heading" />}
      <div className="mt-6 flex flex-wrap items-center gap-x-7 gap-y-2 print:hidden">
        {own && (
          <LinkButton to={own.page} size="large" className="max-sm:w-full">
            {order.status === "refunded" ? "View your order" : "Track this order"}
          </LinkButton>
        )}
        <LinkButton
          to={href("/shop")}
          look={own ? "secondary" : "primary"}
          size="large"
          className="max-sm:w-full"
        >
          Continue Shopping
        </LinkButton>
      </div>
      {isAhead && (
        <section className="mt-8">
          <h2 className="display text-xl">What happens next</h2>
          <ol className="mt-3 grid list-decimal gap-2 pl-5">
            <li>We pack your order.</li>
            <li>We email you when it ships.</li>
            <li>
              {own ? "Follow it on your order page" : "Follow it with the link in your confirmation email"}.
              You can also{" "}
              {settings.shipping.returnDays === 0 ? "contact us" : "request a return or exchange"} there.
            </li>
          </ol>
        </section>
      )}
      <OrderScorecard order={order} />
      <p className="mt-6 print:hidden">
        {!own && (
          <span>
            <Link to={href("/orders")} className="text-link">
              Find your order
            </Link>{" "}
            with its number and your email address.{" "}
          </span>
        )}
        <span>Questions? </span>
        {email ? (
          <span>
            Email{" "}
            <a href={`mailto:${email}?subject=${orderNumber(order.number)}`} className="text-link">
              {email}
            </a>
            .
          </span>
        ) : (
          <Link to={href("/contact")} className="text-link">
            Contact us
          </Link>
        )}
      </p>
    </>
  );
}

function titleOf(state: ConfirmationState): string {
  switch (state.step) {
    case "working":
      return "Order confirmation";
    case "failed":
      return "Order Processing Failed";
    case "received":
      return "Payment received";
    case "shown":
      return formatConfirmation(state).title;
  }
}

/** The heading of a finished state takes the focus, so that what happened is read out first. */
function Heading({ title, isWorking }: { title: string; isWorking: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isWorking) heading.current?.focus();
  }, [isWorking]);
  return (
    <h1 ref={heading} tabIndex={-1} className={isWorking ? "sr-only" : "display text-title outline-none"}>
      {title}
    </h1>
  );
}

function Lead({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-3 max-w-[60ch] text-lg text-ink-2">
      {children}
    </p>
  );
}

const onward = (
  <Onward
    to={href("/shop")}
    label="Continue Shopping"
    others={[
      { to: href("/contact"), label: "Questions? Contact us" },
      { to: href("/orders"), label: "Find your order" },
    ]}
  />
);
