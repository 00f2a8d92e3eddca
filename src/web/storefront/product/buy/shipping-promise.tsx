import { useEffect, useState } from "react";
import type { DeliveryPromise } from "#domain/checkout/delivery.ts";
import { useRootData } from "../../../page/root-data.ts";

/** The promise in red, and when an order placed today arrives. */
export function ShippingPromise({ delivery }: { delivery: DeliveryPromise }) {
  const isCurrent = useIsCurrent(delivery);
  const { businessDays, brand } = useRootData();
  return (
    <div className="shipping-promise mt-5">
      {brand.words.shippingPromise && (
        <p className="font-semibold text-flag">{brand.words.shippingPromise}</p>
      )}
      <p className="mt-1 font-medium" data-testid="delivery-window">
        {isCurrent ? `Order today: arrives ${delivery.arrives}` : `Arrives in ${businessDays}`}
      </p>
    </div>
  );
}

/** A page cached or left open overnight still names yesterday's dates; the browser must not show them. */
function useIsCurrent({ until }: DeliveryPromise): boolean {
  const [isCurrent, setCurrent] = useState(true);
  useEffect(() => {
    const look = () => setCurrent(Date.now() < until);
    look();
    const timer = setTimeout(look, until - Date.now());
    // Timers stand still while a tab sleeps or a page waits for Back.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [until]);
  return isCurrent;
}
