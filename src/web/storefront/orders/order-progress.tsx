import type { ProgressStep } from "#domain/order/order-page.ts";

/** The way of an order as holes in a row: four, or three of one that was picked up. */
export function OrderProgress({ steps }: { steps: ProgressStep[] }) {
  return (
    <ol
      aria-label="Progress"
      className={`mt-6 grid gap-2 ${steps.length === 3 ? "grid-cols-3" : "grid-cols-4"}`}
    >
      {steps.map(({ name, state }) => (
        <li
          key={name}
          aria-current={state === "now" ? "step" : undefined}
          className={`border-t-4 pt-2 leading-snug ${state === "ahead" ? "border-line text-ink-2" : "border-fairway font-semibold"}`}
        >
          {name}
          <span className="sr-only">, {words[state]}</span>
        </li>
      ))}
    </ol>
  );
}

const words: Record<ProgressStep["state"], string> = { done: "done", now: "reached", ahead: "still to come" };
