import { useEffect, useState } from "react";
import type { DeliveryPromise } from "#domain/checkout/delivery.ts";

/** The promise in red, and when an order placed today arrives. */
export function ShippingPromise({ delivery }: { delivery: DeliveryPromise }) {
  const isCurrent = useIsCurrent(delivery);
  return (
    <div className="shipping-promise mt-5">
      <p className="font-semibold text-flag">{delivery.days} Day Shipping – faster than fixing your slice!</p>
      <p className="mt-1 font-medium" data-testid="delivery-window">
        {isCurrent ? `Order today: arrives ${delivery.arrives}` : `Arrives in ${delivery.days} business days`}
      </p>
    </div>
  );
}

/** A page cached overnight still names yesterday's dates; the browser must not show them. */
function useIsCurrent({ until }: DeliveryPromise): boolean {
  const [isCurrent, setCurrent] = useState(true);
  useEffect(() => setCurrent(Date.now() < until), [until]);
  return isCurrent;
}
