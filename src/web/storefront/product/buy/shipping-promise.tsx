import { useEffect, useState } from "react";
import type { DeliveryPromise } from "#domain/checkout/delivery.ts";
import { formatMoney } from "#domain/money/money.ts";
import { useRootData } from "../../../page/root-data.ts";

type ShippingPromiseProps = { delivery: DeliveryPromise; isSoldOut: boolean };

/** The promise in red and when an order placed today arrives, unless sold out, and what shipping costs by the settings. */
export function ShippingPromise({ delivery, isSoldOut }: ShippingPromiseProps) {
  const { shipping } = useRootData().settings;
  const isCurrent = useIsCurrent(delivery);
  const cost = shipping.enableFlatRateShipping ? formatMoney(shipping.flatRateShippingCost) : null;
  const threshold = shipping.enableFreeShipping ? shipping.freeShippingThreshold : null;
  return (
    <div className="mt-7 border-y border-line py-4">
      {!isSoldOut && (
        <>
          <p className="font-semibold text-flag">3-5 Day Shipping – faster than fixing your slice!</p>
          <p className="mt-1 font-medium" data-testid="delivery-window">
            {isCurrent ? `Order today: arrives ${delivery.arrives}` : "Arrives in 3-5 business days"}
          </p>
        </>
      )}
      <p className="text-[0.9375rem] text-ink-2 not-first:mt-1">
        {cost === null ? "Shipping is free on every order." : `Flat-rate shipping ${cost} within the US.`}
        {cost !== null && threshold !== null && ` Free from ${formatMoney(threshold)}.`}
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
