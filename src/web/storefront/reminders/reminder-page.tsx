import type { ReactNode } from "react";
import { Form, href } from "react-router";
import { lineName } from "#domain/cart/cart.ts";
import type { LeftCart } from "#server/checkout/reminders/answer-reminder.ts";
import { Button } from "../../ui/form/button.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { cartStore } from "../cart/cart.ts";
import { isThere, lineOf, withLines } from "../cart/put-back.ts";
import { Onward } from "../checkout/confirmation/onward.tsx";

/** /back/{token}: the cart that was left, for any browser. Opening it changes nothing, since email scanners do. */
export function ReminderPage({ left, isSending }: { left: LeftCart | null; isSending: boolean }) {
  // The cart lives in the browser: before the page's script runs, the button could only lose it.
  const isReady = useHydrated();
  if (!left) {
    return (
      <Frame title="This cart is no longer available">
        <p className="mt-4 max-w-[58ch] text-lg text-ink-2">
          It has expired, or your email app cut off the link.
        </p>
        <Onward to={href("/shop")} label="Back to Shop" others={[]} />
      </Frame>
    );
  }
  const there = left.lines.filter(isThere);
  const takeBack = () => cartStore.set(withLines(cartStore.get(), left.lines));
  return (
    <Frame title={there.length > 0 ? "Your cart is still here" : "Everything in your cart is sold out"}>
      <ul className="mt-6 grid gap-2 text-lg">
        {left.lines.map((line) => (
          <li key={`${line.productId} ${line.selectedOption ?? ""}`} className="wrap-anywhere">
            <span>{`${line.quantity} × ${lineName(lineOf(line)) || "A product we no longer sell"}`}</span>
            {line.exists && line.available <= 0 && <span className="text-ink-2"> (sold out)</span>}
          </li>
        ))}
      </ul>
      {there.length > 0 && (
        <>
          <Form method="post" onSubmit={takeBack} className="mt-8">
            <Button
              type="submit"
              name="intent"
              value="back"
              size="large"
              pending={isSending}
              disabled={!isReady}
            >
              Add to cart and check out
            </Button>
          </Form>
          <p className="mt-3 text-ink-2">At today’s prices. Items aren't reserved until you pay.</p>
        </>
      )}
      <Form method="post" className="mt-10 border-t border-line pt-5">
        <p role="status" className="mb-3 text-ink-2">
          {left.isStopped
            ? "We no longer send you cart reminders."
            : "You get one reminder for each checkout where you checked the box."}
        </p>
        <Button
          type="submit"
          name="intent"
          value={left.isStopped ? "resume" : "stop"}
          look="secondary"
          pending={isSending}
        >
          {left.isStopped ? "Remind me again" : "Stop cart reminders"}
        </Button>
      </Form>
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap min-h-[60dvh] max-w-[52rem] py-12 lg:py-20">
      <h1 className="display text-title">{title}</h1>
      {children}
    </div>
  );
}
