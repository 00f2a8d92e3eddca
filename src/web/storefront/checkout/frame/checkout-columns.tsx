import type { ReactNode } from "react";

type CheckoutColumnsProps = {
  step: "address" | "payment" | "paid";
  summary: ReactNode;
  /** Above both columns. */
  banner?: ReactNode;
  /** Nothing to read yet; without scripts it never comes. */
  isWaiting?: boolean;
  children: ReactNode;
};

/** 'Checkout' with its steps: one calm column, and next to it the items. */
export function CheckoutColumns({ step, summary, banner, isWaiting, children }: CheckoutColumnsProps) {
  return (
    <div className="wrap max-w-[72rem] py-6 lg:py-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h1 className="display text-title">Checkout</h1>
        {step !== "paid" && <Steps at={step} />}
      </div>
      <div
        className={`mt-6 grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem] ${isWaiting ? "noscript:hidden" : ""}`}
      >
        {banner && <div className="lg:col-span-2">{banner}</div>}
        <aside className="rounded-picture bg-sand px-5 py-3 lg:sticky lg:top-6 lg:order-2 lg:p-6">
          {summary}
        </aside>
        <div className={`min-w-0 ${banner ? "lg:order-1" : ""}`}>{children}</div>
      </div>
    </div>
  );
}

const steps = [
  { step: "address", name: "Address" },
  { step: "payment", name: "Payment" },
] as const;

function Steps({ at }: { at: "address" | "payment" }) {
  return (
    <ol aria-label="Steps" className="flex gap-6">
      {steps.map(({ step, name }, index) => (
        <li
          key={step}
          aria-current={step === at ? "step" : undefined}
          className={`flex items-center gap-2 ${step === at ? "font-semibold" : "text-ink-2"}`}
        >
          <span
            className={`numerals grid size-7 place-items-center rounded-full ${step === at ? "bg-fairway text-white" : "border border-edge"}`}
          >
            {index + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
