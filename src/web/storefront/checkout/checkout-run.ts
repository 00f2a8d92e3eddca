// What the checkout page does in each step: it talks to the server, writes what the browser must remember, and
// reports what happened as an event of the flow. Order matters twice: the record of a checkout is written before
// the server is asked, and it is marked completed before the cart is emptied. A page that dies in between then
// finds its way to the order and not to a second payment. The cart is emptied when the confirmation takes over.
import type { Cart } from "#domain/cart/cart.ts";
import { linesToPrice } from "#domain/cart/change-cart.ts";
import { priceCart, type Totals } from "#domain/checkout/pricing.ts";
import { formatMoney } from "#domain/money/money.ts";
import { parseShippingInfo, type ShippingInfo } from "#domain/postal-address/shipping-address.ts";
import { toast } from "../../ui/toast/toast.ts";
import { cartStore } from "../cart/cart.ts";
import { type CartSettings, freshSettings, saveCode } from "../cart/cart-settings.ts";
import { formatChange, refreshStoredCart, takeUntoldChanges } from "../cart/refresh-cart.ts";
import { askForOrder, holdAtPay, openPaymentPage, startCheckout } from "./checkout-api.ts";
import type { CheckoutEvent, PaymentReady, SetupFailure } from "./checkout-flow.ts";
import { loadShippingInfo, markProcessed, newUuid, saveOrderedCart } from "./checkout-storage.ts";
import { toldOrders } from "./confirmation/told-orders.ts";
import { type OrderIds, type Verification, verifyOrder } from "./confirmation/verification.ts";
import { loadOpenCheckout, saveOpenCheckout } from "./kept-checkout.ts";
import {
  type CheckoutContent,
  checkoutFor,
  fingerprintOf,
  inPhase,
  type OpenCheckout,
  withoutPurchased,
} from "./open-checkout.ts";
import { type PaymentOutcome, paymentTexts } from "./payment/payment-outcome.ts";
import type { PageAnswer } from "./provider-page.ts";
import type { StartAnswer } from "./start-outcome.ts";
import { orderedCartOf } from "./summary/ordered-cart.ts";

export type Report = (event: CheckoutEvent) => void;

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Based on the state in `settings`; a total that is about to be paid uses that of the address. */
export function totalsOf(cart: Cart, settings: CartSettings): Totals {
  return priceCart(linesToPrice(cart), settings);
}

/** Asks for the outcome of an earlier checkout. */
export async function checkRecord(record: OpenCheckout, settings: CartSettings, report: Report) {
  const requestId = newUuid();
  const answer = await askForOrder(record, requestId);
  if (answer.standing === "gone") saveOpenCheckout(null);
  const cart = cartStore.get();
  const shipping = parseShippingInfo(loadShippingInfo());
  const content = shipping.ok && contentOf(cart, shipping.value, settings);
  const ways = content ? [content, { ...content, isHosted: true as const }] : [];
  const canResume = ways.some((way) => fingerprintOf(way) === record.fingerprint);
  report({ type: "checked", standing: answer.standing, cartIsEmpty: cart.lines.length === 0, canResume });
}

function contentOf(cart: Cart, shipping: ShippingInfo, settings: CartSettings): CheckoutContent {
  return { cart, shipping, total: totalsOf(cart, { ...settings, shipTo: shipping.state }).total };
}

/** Asks the server for a payment of the current cart. `renew`: the last hold expired. */
export async function start(options: { settings: CartSettings; renew: boolean; report: Report }) {
  const { settings, report } = options;
  const shipping = parseShippingInfo(loadShippingInfo());
  if (!shipping.ok)
    return report({ type: "refused", problem: { kind: "invalid-shipping", errors: shipping.errors } });
  const cart = cartStore.get();
  const answer = await requestPayment(contentOf(cart, shipping.value, settings), options.renew);
  if (answer.ok) return report({ type: "started", checkout: answer.checkout });
  await refuse(answer, { report });
}

/**
 * Asks the server for a payment of this content, with the key that this browser remembers for it or with a new one. The
 * record is kept as long as the server may know its key.
 */
export async function requestPayment(content: CheckoutContent, renew = false): Promise<StartAnswer> {
  const previous = loadOpenCheckout();
  const attempt = async (isNew: boolean) => {
    const made = { newId: newUuid, now: Date.now(), renew: isNew };
    const record = checkoutFor(loadOpenCheckout(), content, made);
    saveOpenCheckout(record);
    return { record, answer: await startCheckout(record, content) };
  };
  let { record, answer } = await attempt(renew);
  if (isOver(answer)) ({ record, answer } = await attempt(true));
  if (answer.ok) saveOpenCheckout({ ...record, paymentIntentId: answer.checkout.paymentIntentId });
  // A certain refusal made no checkout: the earlier record counts again. It also does when the outcome is unknown, for the shop knows
  // what has replaced that one, and nothing of one that it never heard of.
  else if (answer.reason !== "failed" || answer.certain || record.supersedes === previous?.orderId)
    saveOpenCheckout(previous);
  // The requested order is the paid one: its lines must leave the cart.
  if (!answer.ok && answer.reason === "already-paid" && previous?.orderId !== answer.orderId)
    saveOpenCheckout(record);
  return answer;
}

/**
 * Asks for the provider's own page to pay what the card form shows: a new checkout, which closes the one of the form. When
 * there is none, the record of the form counts again: the shop knows what has replaced it.
 */
export async function requestPage({ totals }: Pick<PaymentReady, "totals">): Promise<PageAnswer> {
  const shipping = parseShippingInfo(loadShippingInfo());
  if (!shipping.ok) return { ok: false, reason: "over" };
  const previous = loadOpenCheckout();
  const { total } = totals;
  const content: CheckoutContent = {
    cart: cartStore.get(),
    shipping: shipping.value,
    total,
    isHosted: true,
  };
  const record = checkoutFor(previous, content, { newId: newUuid, now: Date.now() });
  saveOpenCheckout(record);
  const answer = await openPaymentPage(record, content);
  // From here on the payment may be made elsewhere: after a reload, ask before showing a form again.
  if (answer.ok) markPaying(totals);
  else if (answer.reason !== "already-paid" || answer.orderId !== record.orderId) saveOpenCheckout(previous);
  return answer;
}

/**
 * Before the card is confirmed: what the checkout does not hold yet is held now. Null: it is held; otherwise why nothing
 * was charged.
 */
export async function holdForPay(checkout: PaymentReady, report: Report): Promise<PaymentOutcome | null> {
  if (checkout.isHeld) return null;
  const held = await holdAtPay(checkout.orderId);
  if (held.ok) {
    report({ type: "held", heldUntil: held.heldUntil });
    return null;
  }
  if (held.reason === "over") return { kind: "canceled" };
  if (held.reason === "sold-out") return { kind: "sold-out", lines: await showCartChanges(null) };
  return { kind: "failed", message: paymentTexts[held.reason] };
}

function isOver(answer: StartAnswer): boolean {
  return answer.ok ? answer.checkout.heldUntil <= Date.now() : answer.reason === "key-is-over";
}

async function refuse(answer: Extract<StartAnswer, { ok: false }>, known: { report: Report }) {
  const { report } = known;
  switch (answer.reason) {
    case "already-paid": {
      const { orderId, paymentIntentId } = answer;
      return report({ type: "already-paid", orderId, paymentIntentId });
    }
    case "invalid-shipping":
      return report({ type: "refused", problem: { kind: "invalid-shipping", errors: answer.errors } });
    case "cart-changed": {
      const lines = await showCartChanges(answer.total);
      return report({ type: "refused", problem: { kind: "cart-changed", lines } });
    }
    case "code-refused":
      saveCode(null);
      await refreshStoredCart(cartStore);
      return report({ type: "refused", problem: { kind: "code-refused", said: answer.said } });
    case "key-is-over":
      return report(setupFailed("refused", "the checkout's key is over"));
    case "failed":
      return report(setupFailed(answer.failure, answer.detail));
  }
}

function setupFailed(failure: SetupFailure, detail: string): CheckoutEvent {
  toast.error("Payment processing error", {
    description: "There was a problem setting up the payment. Please try again.",
  });
  return { type: "refused", problem: { kind: "setup-failed", failure, detail } };
}

/** Brings the cart up to date and describes each change in one sentence. */
async function showCartChanges(total: number | null): Promise<string[]> {
  await refreshStoredCart(cartStore);
  // A shopper with nothing left goes to the shop, with a message there.
  const changes = cartStore.get().lines.length > 0 ? takeUntoldChanges() : [];
  const lines = changes.map(formatChange);
  if (lines.length === 0 && total === null)
    lines.push("Some items in your cart are no longer available as shown.");
  if (total !== null) lines.push(`The total is now ${formatMoney(total)}.`);
  return [...lines, "Nothing was charged. Please check your order and continue."];
}

/** Remembers, before the card is charged, that 'Pay Now' was pressed. `cart`: the cart in payment. */
export function markPaying(totals: Totals, cart: Cart = cartStore.get()) {
  saveOrderedCart(orderedCartOf(cart, totals));
  const record = loadOpenCheckout();
  if (record) saveOpenCheckout(inPhase(record, "paying", Date.now()));
}

/** After a decline the server says whether the payment was ended because of too many. */
export async function orDeclinedOut(
  outcome: PaymentOutcome,
  { orderId }: Pick<PaymentReady, "orderId">,
): Promise<PaymentOutcome> {
  const isAsked = outcome.kind === "canceled" || (outcome.kind === "failed" && outcome.isDeclined);
  if (!isAsked) return outcome;
  const { isDeclinedOut } = await askForOrder({ orderId, paymentIntentId: null }, newUuid());
  return isDeclinedOut ? { kind: "declined-out" } : outcome;
}

/** Once the provider has the payment, the server writes the order. Asks up to three times, a second apart. */
export async function settle(ids: OrderIds, report: Report) {
  const requestId = newUuid();
  const answer = await verifyOrder({ ask: () => askForOrder(ids, requestId), wait });
  if (answer.standing === "paid") {
    if (answer.orderId) toldOrders.add(answer.orderId);
    // One message in one place: it says more as soon as more is known, and the confirmation repeats none of it. That
    // the webhook was faster makes the order no less new to the shopper.
    const isNew = answer.order !== null && markProcessed(answer.order.id);
    const description = isNew && answer.duplicate ? ORDER_CREATED : orderToast(answer);
    toast.success(paymentTexts.succeeded, { description, isBrief: true });
  }
  settled = answer;
  report({ type: "settled" });
}

/** The last result of `settle`: the confirmation starts with it and need not request it again. */
let settled: Verification | null = null;

/** The answer about this order, once. */
export function takeSettled({ orderId }: Pick<OrderIds, "orderId">): Verification | null {
  const answer = settled;
  settled = null;
  return answer?.order && answer.orderId === orderId ? answer : null;
}

const ORDER_CREATED = "Order successfully created";

function orderToast({ duplicate, message }: Verification): string {
  return message ?? (duplicate ? "Order already exists in database" : ORDER_CREATED);
}

/**
 * This browser's own checkout is paid or being paid: its lines leave the cart, once. The ids of another
 * checkout (a confirmation page opened from elsewhere) change nothing.
 */
export function finishPurchase({ orderId, paymentIntentId }: Pick<OrderIds, "orderId" | "paymentIntentId">) {
  const record = loadOpenCheckout();
  if (!record || record.phase === "completed") return;
  const isSameOrder = orderId !== null && record.orderId === orderId;
  const isSamePayment = paymentIntentId !== null && record.paymentIntentId === paymentIntentId;
  if (!isSameOrder && !isSamePayment) return;
  saveOpenCheckout({
    ...inPhase(record, "completed", Date.now()),
    paymentIntentId: record.paymentIntentId ?? paymentIntentId,
  });
  // It was for this order; one that may be used again is typed again.
  saveCode(null);
  freshSettings.set(null);
  cartStore.set(withoutPurchased(cartStore.get(), record.lines));
}
