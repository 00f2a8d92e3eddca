// The brake on card testing, asked before a new checkout is opened. Confirming a payment is between the browser and the
// provider, so the shop can't slow that down; what it gives out is its lever. It decides how many payments there are,
// ends each after a few refused charges (checkout/watch-declines.ts), and here refuses new ones. The stages and their
// figures are in domain/checkout/brake.ts.
import { type BrakeStage, clientStage } from "#domain/checkout/brake.ts";
import type { Puzzle, PuzzleProof } from "#domain/checkout/puzzle.ts";
import { countUse } from "../limits/count-use.ts";
import type { Shop } from "../shop.ts";
import type { Client } from "./client.ts";
import { isProof, makePuzzle, spendProof } from "./puzzles.ts";
import type { PaymentOutcomes } from "./queries.ts";

const MINUTE_MS = 60_000;
/** How the keys of the counts begin. */
const USES = "checkout-use:";
/** In all stages but the first. */
const CHECKOUTS_PER_CLIENT = 2;
const CHECKOUTS_OF_UNKNOWN = 20;
/** Somebody who has paid before and is declined all the time waits longer instead of being shut out. */
const WAIT_MINUTES_DECLINED = 5;
const CLOSED_FOR_MINUTES = 15;

export type Braked =
  | { ok: false; reason: "slowed_down" | "payments_closed"; retryAfterSeconds: number }
  | { ok: false; reason: "puzzle_required"; puzzle: Puzzle };

/** `found`: how payments ended lately. */
type Asking = { client: Client; proof: PuzzleProof | null; found: PaymentOutcomes };

/** null: go on. A request for a checkout that exists always passes, so it is not asked about here. */
export async function brakeCheckout(shop: Shop, asking: Asking): Promise<Braked | null> {
  const { client, proof, found } = asking;
  const stage = clientStage({ ...found, hasPaid: client.hasPaid });
  if (stage === "open") return null;
  shop.log.warn("checkout.braked", { stage, hasPaid: client.hasPaid, ...found.shop });
  if (stage === "closed")
    return { ok: false, reason: "payments_closed", retryAfterSeconds: CLOSED_FOR_MINUTES * 60 };
  if (stage !== "puzzle") return slowDown(shop, { client, stage });
  if (proof === null || !(await isProof(shop, client.key, proof))) return newPuzzle(shop, client);
  // A proof is used only when it opens a checkout: who has to wait keeps it.
  const wait = await slowDown(shop, { client, stage });
  if (wait) return wait;
  return (await spendProof(shop, proof)) ? null : newPuzzle(shop, client);
}

function newPuzzle(shop: Shop, client: Client): Braked {
  return { ok: false, reason: "puzzle_required", puzzle: makePuzzle(shop, client.key) };
}

async function slowDown(
  shop: Shop,
  { client, stage }: { client: Client; stage: BrakeStage },
): Promise<Braked | null> {
  const waitMs = client.hasPaid && stage === "puzzle" ? WAIT_MINUTES_DECLINED * MINUTE_MS : MINUTE_MS;
  const now = shop.clock();
  const own = await countUse(shop.db, { key: `${USES}${client.key}`, now, windowMs: waitMs });
  const refusal: Braked = { ok: false, reason: "slowed_down", retryAfterSeconds: waitMs / 1000 };
  if (own > CHECKOUTS_PER_CLIENT) return refusal;
  if (client.hasPaid) return null;
  const all = await countUse(shop.db, { key: `${USES}unknown`, now, windowMs: MINUTE_MS });
  return all > CHECKOUTS_OF_UNKNOWN ? refusal : null;
}
