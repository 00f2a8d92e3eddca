// The functions of db/functions that move money and stock, on the rows of the model. Each has the name of its file;
// test/model-functions.test.ts runs both on the same rows and compares what they leave behind.
import { type OrderStatus, orderTransitions, paidStatuses } from "#domain/order/order.ts";
import { small } from "../fields.ts";
import { breakRule, isPayable, isUnfinished, type Scene } from "./scene.ts";
import type { Checkout, IntentStatus, Refund, Slot } from "./world.ts";

export type IntentRead = { id: Slot; status: IntentStatus; read: Checkout["read"] };
type Outcome = { outcome: "order" | "no_order" | "other_intent"; intentStatus: IntentStatus };

const isFinal = (status: IntentStatus) => status === "succeeded" || status === "canceled";

export const isPaid = ({ order }: Checkout) => order !== "none" && paidStatuses.includes(order);

export function settlePayment(scene: Scene, intent: IntentRead): Outcome {
  const { checkout: c } = scene;
  if (setAsideFirstPayment(scene, intent))
    return { outcome: intent.status === "succeeded" ? "other_intent" : "no_order", intentStatus: "canceled" };
  if (!adoptPayment(scene, intent)) {
    giveUpPaymentPage(c);
    return { outcome: "other_intent", intentStatus: intent.status };
  }
  const intentStatus = noteIntentStatus(scene, intent);
  bringOrderToPayment(scene, intentStatus);
  giveUpPaymentPage(c);
  return { outcome: c.order === "none" ? "no_order" : "order", intentStatus };
}

function setAsideFirstPayment({ checkout: c }: Scene, { id, status }: IntentRead): boolean {
  if (id === c.replaced) return true;
  if (!c.hosted || c.replaced !== "none" || id !== c.payment) return false;
  if (status !== "canceled" || !isUnfinished(c) || c.order !== "none") return false;
  c.replaced = id;
  c.payment = "none";
  c.said = "none";
  return true;
}

function adoptPayment({ checkout: c }: Scene, { id, status }: IntentRead): boolean {
  if (c.payment === id) return true;
  if (c.payment === "none") {
    if (c.create === "todo") c.create = "done";
  } else if (status !== "succeeded" || c.state === "completed" || c.said === "succeeded") return false;
  c.payment = id;
  c.said = "none";
  return true;
}

function noteIntentStatus({ checkout: c, rules }: Scene, { status, read }: IntentRead): IntentStatus {
  if (status === c.said && c.state !== "open") return status;
  const isOlder = (isFinal(c.said) && !isFinal(status)) || (!isFinal(status) && read < c.read);
  if (isOlder && rules.bug !== "older-read-wins") return c.said;
  c.said = status;
  if (read > c.read) c.read = read;
  if (c.state === "open") c.state = "paying";
  return status;
}

function bringOrderToPayment(scene: Scene, intentStatus: IntentStatus): void {
  const { checkout: c, rules } = scene;
  if (intentStatus === "succeeded") {
    const isNew = ["none", "pending", "processing", "failed", "canceled"].includes(c.order);
    if (!isNew && rules.bug !== "stock-taken-twice") return;
    settleOrder(scene, true);
    moveOrder(scene, "paid");
    c.state = "completed";
  } else if (intentStatus === "processing") {
    if (!["none", "pending", "failed"].includes(c.order)) return;
    settleOrder(scene, false);
    moveOrder(scene, "processing");
  } else if (isPayable(intentStatus)) {
    if (rules.bug === "hold-released-on-decline") releaseCheckoutStock(scene);
    if (c.order === "processing") moveOrder(scene, "failed");
  } else if (intentStatus === "canceled") {
    releaseCheckoutStock(scene);
    endCheckout(c);
    if (["pending", "processing", "failed"].includes(c.order)) moveOrder(scene, "canceled");
  }
}

function endCheckout(c: Checkout): void {
  if (isUnfinished(c)) c.state = c.superseded ? "superseded" : "expired";
}

function settleOrder(scene: Scene, takesStock: boolean): void {
  const { checkout: c } = scene;
  if (c.order === "none") c.order = "pending";
  if (takesStock) takeOrderStock(scene);
}

function moveOrder(scene: Scene, to: OrderStatus): void {
  const { checkout: c } = scene;
  if (c.order === to || c.order === "none") return;
  if (!orderTransitions[c.order].includes(to))
    breakRule(scene, `an order that is ${c.order} cannot become ${to}`);
  c.order = to;
}

function giveUpPaymentPage(c: Checkout): void {
  if (c.hosted && c.replaced === "none" && !isUnfinished(c) && c.session === "todo") c.session = "failed";
}

function takeOrderStock(scene: Scene): void {
  const { checkout: c, world, rules } = scene;
  const hasHold = c.hold;
  c.hold = false;
  const free = hasHold ? world.held : world.onHand - world.held;
  if (free < rules.wanted) {
    c.short = true;
    return;
  }
  world.onHand -= rules.wanted;
  if (hasHold) world.held -= rules.wanted;
  c.sold = small[c.sold + rules.wanted] ?? 7;
}

/** False: there is too little. */
export function holdCheckoutStock({ checkout: c, world, rules }: Scene): boolean {
  if (world.onHand - world.held < rules.wanted && rules.bug !== "held-without-looking") return false;
  world.held += rules.wanted;
  c.hold = true;
  return true;
}

export function releaseCheckoutStock({ checkout: c, world, rules }: Scene): void {
  if (!c.hold) return;
  c.hold = false;
  world.held -= rules.wanted;
}

/** Whether the checkout is over. */
export function endHostedCheckout(scene: Scene): boolean {
  const { checkout: c } = scene;
  if (c.state === "expired" || c.state === "superseded") return true;
  if (c.state === "completed" || c.replaced === "none") return false;
  if (c.payment !== "none" && c.said !== "canceled") return false;
  releaseCheckoutStock(scene);
  endCheckout(c);
  return true;
}

const stages = { none: -1, pending: 0, succeeded: 1, failed: 2 };
const refundStage = (status: Refund["row"]) => stages[status];

/** `listed`: what the provider said of each refund; "none": it was not in the answer. */
export function applyPaymentFacts(scene: Scene, listed: readonly Refund["made"][]): void {
  scene.shopper.refunds.forEach((refund, index) => {
    const said = listed[index] ?? "none";
    if (said !== "none") mergeRefund(scene, refund, said);
  });
  matchOrderToMoney(scene);
}

function mergeRefund(scene: Scene, refund: Refund, said: Refund["made"]): void {
  const { checkout: c, rules } = scene;
  const was = refund.known ? refund.row : "none";
  const isNewer = refundStage(said) > refundStage(refund.row);
  if (!refund.known) {
    if (refund.row !== "none" && rules.bug === "refund-counted-twice") refund.again = true;
    // Ours and heard of for the first time, or made at the provider by somebody else.
    refund.known = true;
    refund.row = said;
    if (refund.call === "todo" || refund.call === "failed") refund.call = "done";
  } else if (isNewer) refund.row = said;
  if (refundStage(refund.row) === 2 && refundStage(was) < 2) c.refundFlag = true;
  else if (refund.call !== "none" && refundStage(refund.row) < 2) restockOrder(scene, refund);
}

function restockOrder({ checkout: c, world, rules, shopper }: Scene, refund: Refund): void {
  const isDone = refund.restocked > 0 && rules.bug !== "restock-each-merge";
  const away = c.sold - shopper.refunds.reduce((sum, one) => sum + one.restocked, 0);
  const back = Math.min(rules.bug === "restock-each-merge" ? refund.pieces : away, refund.pieces);
  if (isDone || back <= 0) return;
  refund.restocked = small[refund.restocked + back] ?? 7;
  world.onHand += back;
}

/** What went back, by our rows: in pieces, each at the same price. */
export function refundedOf(refunds: readonly Refund[]): number {
  const counted = refunds.filter((one) => one.known && refundStage(one.row) < 2);
  return counted.reduce((sum, one) => sum + one.pieces * (one.again ? 2 : 1), 0);
}

function matchOrderToMoney(scene: Scene): void {
  const { shopper, rules, checkout } = scene;
  if (!isPaid(checkout)) return;
  const back = Math.min(refundedOf(shopper.refunds), rules.wanted);
  moveOrder(scene, back === 0 ? "paid" : back >= rules.wanted ? "refunded" : "partially_refunded");
}
