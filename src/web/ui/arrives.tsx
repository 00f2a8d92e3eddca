import { type Arrival, arrivalOf, tellArrival } from "#domain/checkout/delivery.ts";
import { useHydrated } from "./use-hydrated.ts";

/** "Arrives Wed, Nov 25 – Mon, Nov 30": what was promised to an order. */
export function Arrives({ arrival, className }: { arrival: Arrival; className?: string }) {
  return <p className={className}>Arrives {tellArrival(arrival)}</p>;
}

/** The same for an order that is placed now. Pages are kept, so only the browser says it; until then its line is empty. */
export function ArrivesNow({ className }: { className?: string }) {
  const isHydrated = useHydrated();
  return isHydrated ? (
    <Arrives arrival={arrivalOf(Date.now())} {...(className && { className })} />
  ) : (
    <p className={className}>{"\u00a0"}</p>
  );
}
