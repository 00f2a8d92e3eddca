import { type Arrival, arrivalOf, type DeliveryRules, formatArrival } from "#domain/checkout/delivery.ts";
import { useHydrated } from "./use-hydrated.ts";

/** "Arrives Wed, Nov 25 – Mon, Nov 30": what was promised to an order. */
export function Arrives({ arrival, className }: { arrival: Arrival; className?: string }) {
  const [from, to] = formatArrival(arrival).split(" – ");
  // A line may break between the two days, never inside one.
  return (
    <p className={className}>
      Arrives <span className="whitespace-nowrap">{to ? `${from} –` : from}</span>{" "}
      <span className="whitespace-nowrap">{to}</span>
    </p>
  );
}

/** The same for an order that is placed now. Pages are kept, so only the browser says it; until then its line is empty. */
export function ArrivesNow({ rules, className }: { rules: DeliveryRules; className?: string }) {
  const isHydrated = useHydrated();
  return isHydrated ? (
    <Arrives arrival={arrivalOf(Date.now(), rules)} {...(className && { className })} />
  ) : (
    <p className={className}>{"\u00a0"}</p>
  );
}
