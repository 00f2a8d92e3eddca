import { useEffect, useState } from "react";
import type { DeliveryPromise } from "#domain/checkout/delivery.ts";

type ShippingPromiseProps = { delivery: DeliveryPromise; isSoldOut: boolean };

/** The promise in red, and when an order placed today arrives (not shown when sold out). */
export function ShippingPromise({ delivery, isSoldOut }: ShippingPromiseProps) {
  const isCurrent = useIsCurrent(delivery);
  return (
    <div className="mt-5">
      <p className="font-semibold text-flag">3-5 Day Shipping – faster than fixing your slice!</p>
      {!isSoldOut && (
        <p className="mt-1 font-medium" data-testid="delivery-window">
          {isCurrent ? `Order today: arrives ${delivery.arrives}` : "Arrives in 3-5 days"}
        </p>
      )}
    </div>
  );
}

/** A page cached overnight still names yesterday's dates; the browser must not show them. */
function useIsCurrent({ until }: DeliveryPromise): boolean {
  const [isCurrent, setCurrent] = useState(true);
  useEffect(() => setCurrent(Date.now() < until), [until]);
  return isCurrent;
}
