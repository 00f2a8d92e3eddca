import { type ReactNode, useEffect, useRef } from "react";
import { type Cents, formatMoney } from "#domain/money/money.ts";
import { TriangleAlert } from "../../ui/icons.tsx";
import type { Problem } from "./checkout-flow.ts";

/** `advice`: for the person who sets up the shop. */
type CheckoutProblemProps = { problem: Problem; total: Cents; advice: ReactNode };

const whatToDo = {
  "not-configured": "Nothing was charged and your cart is saved.",
  "not-deployed": "Nothing was charged and your cart is saved.",
  unreachable: "We could not reach the shop. Check your connection; nothing was charged.",
  "rate-limited": "There were too many attempts in a short time. Wait a minute; nothing was charged.",
  closed:
    "Payments from new customers are paused because of card fraud. Please try again in about 15 minutes. Your cart is saved and nothing was charged. If you've bought from us before, open the link in your order email in this browser, then come back.",
  amount: "A card payment must be at least $0.50. Nothing was charged; please add something to your cart.",
  refused: "Nothing was charged and your cart is saved.",
} as const;

/** The 'Checkout Error' banner says what to do next. */
export function CheckoutProblem({ problem, total, advice }: CheckoutProblemProps) {
  const banner = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new problem is brought into view.
  useEffect(() => banner.current?.focus(), [problem]);
  if (problem.kind === "invalid-shipping") return null;
  if (problem.kind === "cart-edited" || problem.kind === "code-refused") {
    // Nothing went wrong, but the sums are others.
    return (
      <div ref={banner} tabIndex={-1} role="status" className="mb-8 rounded-field bg-sand p-4">
        {problem.kind === "code-refused" ? <p>{problem.said}</p> : <CartEdited total={total} />}
      </div>
    );
  }
  return (
    <div ref={banner} tabIndex={-1} role="alert" className="mb-8 rounded-field bg-err-tint p-4">
      <div className="flex gap-3">
        <TriangleAlert className="mt-0.5 size-5 flex-none text-err" />
        <div className="min-w-0">
          <h2 className="font-bold">Checkout Error</h2>
          {problem.kind === "cart-changed" ? (
            <ul className="mt-1 grid gap-1">
              {problem.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          ) : (
            <>
              <p className="mt-1">Unable to process payment. Please try again later.</p>
              <p>{whatToDo[problem.failure]}</p>
            </>
          )}
        </div>
      </div>
      {advice}
    </div>
  );
}

/** The shopper changed the cart: not an error, and the totals next to it are those of the current cart. */
function CartEdited({ total }: { total: Cents }) {
  return (
    <p>
      Your cart has changed, so please continue to payment again. Nothing was charged.
      <strong className="block font-semibold">The total is now {formatMoney(total)}.</strong>
    </p>
  );
}
