import { href } from "react-router";
import { LinkButton } from "../../../ui/form/button.tsx";
import type { ConfirmationState } from "./confirmation-flow.ts";
import type { OrderIds } from "./verification.ts";

type ConfirmationFailureProps = { failure: Extract<ConfirmationState, { step: "failed" }>; ids: OrderIds };

/** Shows the known facts, and offers to pay again only when nothing was charged. The ids are for support. */
export function ConfirmationFailure({ failure, ids }: ConfirmationFailureProps) {
  const details = [
    ["Order", ids.orderId],
    ["Payment", ids.paymentIntentId],
    ["Session", ids.sessionId],
    ["Answer", failure.detail],
  ].filter(([, value]) => value);
  return (
    <>
      <div className="mt-6 rounded-field bg-err-tint p-5">
        <p className="font-semibold">{failure.message}</p>
        <p className="mt-1">{failure.explanation}</p>
        <details className="mt-4 border-t border-line pt-3">
          <summary className="min-h-6">Technical Details (for support)</summary>
          <dl className="mt-2 grid gap-1 text-[0.9375rem]">
            {details.map(([label, value]) => (
              <div key={label} className="flex flex-wrap gap-x-2">
                <dt className="text-ink-2">{label}</dt>
                <dd className="min-w-0 break-all">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {failure.canReturn && (
          <LinkButton to={href("/checkout")} size="large">
            Return to checkout
          </LinkButton>
        )}
        <LinkButton to={href("/contact")} look="secondary" size="large">
          Contact us
        </LinkButton>
      </div>
    </>
  );
}
