import { usStates } from "../postal-address/us-states.ts";
import type { TaxSettings } from "../settings/settings.ts";

/** So many states are named. */
const NAMED_MAX = 5;

/** Where orders bear sales tax, as a sentence. `isBorne`: any order does. */
export function formatTaxCheck(tax: TaxSettings): { text: string; isBorne: boolean } {
  const { enableTax, includeTaxInPrice, taxByState, stateRates, defaultTaxRate } = tax;
  if (!enableTax) return { text: "Off: orders are sold without tax.", isBorne: false };
  if (includeTaxInPrice) return { text: "On: prices include it.", isBorne: true };
  if (!taxByState) {
    return defaultTaxRate > 0
      ? { text: `On: ${defaultTaxRate}% in every state.`, isBorne: true }
      : { text: "On, but the rate is 0%: orders are sold without tax.", isBorne: false };
  }
  const states = usStates.flatMap(([code, name]) => ((stateRates[code] ?? 0) > 0 ? [name] : []));
  if (states.length === 0)
    return { text: "On, but no state has a rate: orders are sold without tax.", isBorne: false };
  const more = states.length - NAMED_MAX;
  const named = more > 0 ? [...states.slice(0, NAMED_MAX), `${more} more`] : states;
  return { text: `On in ${new Intl.ListFormat("en-US").format(named)}.`, isBorne: true };
}
