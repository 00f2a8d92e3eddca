// The brake on card testing: somebody tries out stolen card numbers on the shop's payments. What tells them apart from
// shoppers is the share of refused charges. The brake has four stages and is worked out anew for each checkout from how
// payments ended in the last half hour, so it goes on and off by itself.
//   open    everybody may start a checkout
//   slow    a client may start few checkouts a minute, and so may all unknown clients together
//   puzzle  an unknown client also spends about a second of computing time for each checkout
//   closed  an unknown client can't start one
// A client's own record brakes only that client; the shop's brakes everybody who has not paid for an order before.
// Somebody who has is judged by their own record alone and is never shut out, only slowed down.

export const brakeStages = ["open", "slow", "puzzle", "closed"] as const;
export type BrakeStage = (typeof brakeStages)[number];

/** How payments ended, the newest ones. */
export type Outcomes = { declined: number; total: number };

/** How long an outcome counts; after this much quiet everything is open again. */
export const OUTCOMES_COUNT_MS = 30 * 60_000;
/** The brake looks at this many of the newest outcomes. */
export const SHOP_OUTCOMES_MAX = 50;
export const CLIENT_OUTCOMES_MAX = 20;
/** So that it takes ten clients to close the shop for the others. */
export const DECLINES_PER_CLIENT_MAX = 3;

const DECLINED_SHARE = 0.6;
type Steps = Record<Exclude<BrakeStage, "open">, number>;
/** Refused charges from which on a stage holds, if they are more than DECLINED_SHARE of all. */
const SHOP_STEPS: Steps = { slow: 10, puzzle: 20, closed: 30 };
const CLIENT_STEPS: Steps = { slow: 5, puzzle: 8, closed: 15 };

function stageOf({ declined, total }: Outcomes, steps: Steps): BrakeStage {
  if (declined <= total * DECLINED_SHARE) return "open";
  return [...brakeStages].reverse().find((stage) => stage !== "open" && declined >= steps[stage]) ?? "open";
}

export function shopStage(outcomes: Outcomes): BrakeStage {
  return stageOf(outcomes, SHOP_STEPS);
}

/** `own` and `shop`: how the client's payments and all payments ended. */
export function clientStage({ own, shop, hasPaid }: { own: Outcomes; shop: Outcomes; hasPaid: boolean }) {
  const ownStage = stageOf(own, CLIENT_STEPS);
  if (hasPaid) return ownStage === "closed" ? "puzzle" : ownStage;
  const stages = [ownStage, shopStage(shop)];
  return [...brakeStages].reverse().find((stage) => stages.includes(stage)) ?? "open";
}

/** Refused charges after which a checkout ends and a new one is needed. */
export const DECLINES_MAX = 5;
const DECLINES_MAX_UNDER_ATTACK: Record<BrakeStage, number> = {
  open: DECLINES_MAX,
  slow: DECLINES_MAX,
  puzzle: 3,
  closed: 2,
};

/** While the shop is under attack, an unknown client's checkout ends sooner. */
export function declinesMaxFor({ shop, hasPaid }: { shop: BrakeStage; hasPaid: boolean }): number {
  return hasPaid ? DECLINES_MAX : DECLINES_MAX_UNDER_ATTACK[shop];
}
