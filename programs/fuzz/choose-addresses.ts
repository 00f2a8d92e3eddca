import { Misused } from "../command-line.ts";
import type { Address } from "./addresses.ts";

/** Those that contain `part`. Throws when there are none: no request would be answered wrongly. */
export function chooseAddresses(addresses: Address[], part = ""): Address[] {
  const chosen = addresses.filter(({ pattern }) => pattern.includes(part));
  if (chosen.length === 0) throw new Misused(`No address contains "${part}".`);
  return chosen;
}
