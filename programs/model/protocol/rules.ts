// What must never happen, in any state, and what must be true when nothing is left to do. They say in the model's words
// what src/server/reconciliation/invariants.ts says in SQL (I1 to I11).

import type { Rules } from "../bugs.ts";
import { isPaid, refundedOf } from "./functions.ts";
import { leftAtProvider } from "./refund-steps.ts";
import { isUnfinished, type Scene } from "./scene.ts";
import { type Checkout, slots, type World } from "./world.ts";

/** The first rule that the world breaks, in one sentence; null: none. */
export function brokenRule(world: World, rules: Rules, stockAtFirst: number): string | null {
  if (world.broken) return world.broken;
  return brokenStock(world, rules, stockAtFirst) ?? firstOf(world, rules, [brokenCheckout, brokenRefunds]);
}

type Check = (scene: Scene, isFirst: boolean) => string | null;

function firstOf(world: World, rules: Rules, checks: Check[]): string | null {
  for (const shopper of world.shoppers)
    for (const [at, checkout] of shopper.checkouts.entries())
      for (const check of checks) {
        const broken = check({ world, rules, shopper, checkout }, at === 0);
        if (broken) return broken;
      }
  return null;
}

function brokenStock(
  { onHand, held, elsewhere, shoppers }: World,
  rules: Rules,
  atFirst: number,
): string | null {
  if (held < 0 || held > onHand) return `I4: ${held} pieces are held of ${onHand}`;
  const rows = shoppers.flatMap(({ checkouts }) => checkouts);
  const holds = rows.filter(({ hold }) => hold).length * rules.wanted;
  if (held !== holds) return `I4: ${held} pieces are held, and checkouts hold ${holds}`;
  const sold = rows.reduce((sum, row) => sum + row.sold, 0);
  const back = shoppers.flatMap((one) => one.refunds).reduce((sum, one) => sum + one.restocked, 0);
  if (onHand + sold - back + elsewhere !== atFirst) return "I4: pieces were lost or made";
  return back > sold ? "I5: more pieces went back on the shelf than were sold" : null;
}

function brokenCheckout({ checkout: c, rules }: Scene): string | null {
  const isOver = c.state === "expired" || c.state === "superseded";
  const alive = slots.filter((slot) => c[slot] !== "none" && c[slot] !== "canceled" && c.stray !== slot);
  if (alive.length > 1) return "I3: a checkout has two live payments";
  if (isOver && alive.length > 0)
    return `I8: the stock was released and the ${alive[0]} payment is ${c[alive[0] ?? "first"]}`;
  if (isUnfinished(c) !== c.hold)
    return `I8: a checkout is ${c.state} and ${c.hold ? "holds" : "does not hold"} stock`;
  if (c.said === "succeeded" && (c.state !== "completed" || !isPaid(c)))
    return "I2: a payment succeeded and its checkout has no paid order";
  return brokenOrder(c, rules);
}

function brokenOrder(c: Checkout, rules: Rules): string | null {
  if (c.stray !== "none") return "I2: a payment succeeded and has no place";
  if (c.short) return "I5: a paid order found no stock";
  if (!isPaid(c)) return c.sold > 0 ? "I5: pieces were sold for an order that is not paid" : null;
  if (c.payment === "none" || c[c.payment] !== "succeeded" || c.said !== "succeeded")
    return "I1: an order is paid and its payment has not succeeded";
  return c.sold === rules.wanted ? null : "I5: a paid order was not sold exactly once";
}

function brokenRefunds(scene: Scene, isFirst: boolean): string | null {
  const { shopper, rules, checkout } = scene;
  if (!isFirst || shopper.refunds.length === 0) return null;
  if (shopper.refunds.some((one) => one.again)) return "I6: one refund was made twice";
  if (leftAtProvider(scene) < 0) return "I6: more went back than was received";
  const decided = shopper.refunds.filter(
    ({ row, call }) => call !== "none" && (row === "pending" || row === "succeeded"),
  );
  if (decided.reduce((sum, { pieces }) => sum + pieces, 0) > rules.wanted)
    return "I6: the owner's refunds are more than was received";
  const back = refundedOf(shopper.refunds);
  if (!isPaid(checkout)) return back > 0 ? "I6: money went back for an order that is not paid" : null;
  const status = back === 0 ? "paid" : back >= rules.wanted ? "refunded" : "partially_refunded";
  return checkout.order === status
    ? null
    : `I6: an order is ${checkout.order} and ${back} of ${rules.wanted} went back`;
}

/** What is left undone; null: the world is at rest, and every payment is an order or was refunded. */
export function undone(world: World, rules: Rules): string | null {
  if (world.shoppers.some(({ processes }) => processes.length > 0)) return "a process runs";
  return firstOf(world, rules, [undoneCheckout, undoneRefunds]);
}

const calls = ["create", "cancel", "session", "expire-session", "cancel-session"] as const;

function undoneCheckout({ checkout: c }: Scene): string | null {
  if (isUnfinished(c)) return `a checkout stays ${c.state} and holds its pieces`;
  const waiting = calls.find((name) => c[name] === "todo");
  if (waiting) return `the stored call "${waiting}" stays undone`;
  if (c.lateCreate || c.lateSession) return "a request is under way";
  for (const slot of slots) {
    if (c[slot] === "succeeded" && !(isPaid(c) && c.payment === slot))
      return `the ${slot} payment succeeded and has no order`;
    if (c[slot] === "processing") return "the bank has not decided";
  }
  return c.order === "pending" || c.order === "processing" ? `an order stays ${c.order}` : null;
}

function undoneRefunds({ shopper }: Scene, isFirst: boolean): string | null {
  if (!isFirst) return null;
  for (const { row, known, call, made } of shopper.refunds) {
    if (call === "todo") return "a refund was decided and never made";
    if (made === "pending") return "the bank has not decided about a refund";
    if (row === "pending" && !known) return "a refund waits for an answer forever";
    if (made !== "none" && made !== row) return `a refund is ${made} at the provider and ${row} here`;
  }
  return null;
}
