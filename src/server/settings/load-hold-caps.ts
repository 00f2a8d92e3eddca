import { defaultHoldCaps, type HoldCaps } from "#domain/checkout/hold-caps.ts";
import type { Db } from "../db/transaction.ts";
import { findHoldCaps } from "./queries.ts";

/** The owner's caps of unpaid pieces. One statement. */
export async function loadHoldCaps(db: Db): Promise<HoldCaps> {
  return (await findHoldCaps(db)) ?? defaultHoldCaps;
}
