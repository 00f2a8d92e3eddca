import { useEffect, useRef, useState } from "react";
import { extendHold } from "../checkout-api.ts";
import type { CheckoutEvent, PaymentReady } from "../checkout-flow.ts";
import { Timer } from "../checkout-icons.ts";
import { formatRemaining, HURRY_BELOW_MS, SHOWN_BELOW_MS, shouldExtend } from "./hold.ts";

type HoldCountdownProps = { checkout: PaymentReady; report: (event: CheckoutEvent) => void };

/** 'Items held for 2:59', in the last minutes. Asks for more time while the shopper is active; reports when the hold runs out. */
export function HoldCountdown({ checkout, report }: HoldCountdownProps) {
  const { orderId, heldUntil } = checkout;
  const [now, setNow] = useState(() => Date.now());
  const activity = useRef({ lastActiveAt: now, lastAskedAt: 0 });

  useEffect(() => {
    const isActive = () => {
      activity.current.lastActiveAt = Date.now();
    };
    const events = ["pointerdown", "keydown", "focusin"] as const;
    for (const event of events) window.addEventListener(event, isActive);
    return () => {
      for (const event of events) window.removeEventListener(event, isActive);
    };
  }, []);

  useEffect(() => {
    async function tick() {
      const time = Date.now();
      setNow(time);
      if (time >= heldUntil) return report({ type: "hold-expired" });
      // Inside the provider's card frame no event reaches this page; the frame itself then has the focus.
      if (document.activeElement?.tagName === "IFRAME" && document.hasFocus())
        activity.current.lastActiveAt = time;
      if (!shouldExtend({ now: time, heldUntil, ...activity.current })) return;
      activity.current.lastAskedAt = time;
      const extended = await extendHold(orderId);
      if (extended !== null) report({ type: "hold-extended", heldUntil: extended });
    }
    const timer = setInterval(() => void tick(), 1000);
    return () => clearInterval(timer);
  }, [orderId, heldUntil, report]);

  if (!checkout.isHeld) return null;
  const remaining = heldUntil - now;
  if (remaining > SHOWN_BELOW_MS) return null;
  return (
    <p className="flex items-center gap-2 text-[0.9375rem] text-ink-2">
      <Timer className="size-4 flex-none" />
      <span className="numerals" role="timer">
        {`Items held for ${formatRemaining(remaining)}`}
      </span>
      <span role="status" className="sr-only">
        {remaining < HURRY_BELOW_MS ? "Your items are held for less than two more minutes." : ""}
      </span>
    </p>
  );
}
