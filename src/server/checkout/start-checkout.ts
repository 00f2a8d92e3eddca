// Starts a checkout. First it closes the one that this replaces. Then one transaction opens it: lock, facts, judge,
// snapshot with its hold, stored call. Prices and stock come from the database, which keeps them locked until the end.
// Only after the commit is the provider called, with the stored key: a crash in between leaves a row that says what was
// about to happen, and repeating the request continues from there.
import { createHash } from "node:crypto";
import { arePaymentsClosed, CLOSED_FOR_MINUTES } from "#domain/checkout/card-testing.ts";
import type { CheckoutLineNow, CheckoutRequest } from "#domain/checkout/checkout.ts";
import { holdMinutesFor, mayHold } from "#domain/checkout/hold-caps.ts";
import { type PricedCart, priceLines, type Totals } from "#domain/checkout/pricing.ts";
import type { CodeRefusal } from "#domain/discount/format-code.ts";
import { CHARGE_MAX, CHARGE_MIN } from "#domain/money/money.ts";
import { toOrderAddress } from "#domain/postal-address/shipping-address.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction, type Tx } from "../db/transaction.ts";
import { noteCall } from "../payments/operation-queries.ts";
import { pageContent } from "../payments/page-content.ts";
import { closeCheckout } from "./close-checkout.ts";
import { isStopped, STOPPED_FOR_SECONDS } from "./discounts/look-up-discounts.ts";
import { readDiscounts } from "./discounts/read-discounts.ts";
import { alreadyPaid, type CatalogLine, type Checkout, isUnfinished } from "./queries.ts";
import { writeWish } from "./reminders/queries.ts";
import { type PaymentAnswer, resumeCheckout } from "./resume-checkout.ts";
import { listOwn, loadStartFacts, markSuperseded, type StartFacts, storeCheckout } from "./start-queries.ts";
import type { Visitor } from "./visitors/visitor.ts";

export type CheckoutRefusal =
  | { ok: false; reason: "unknown_product" | "out_of_stock"; lines: CheckoutLineNow[] }
  | { ok: false; reason: "payments_closed" | "too_many_codes"; retryAfterSeconds: number }
  /** `usedUp`: ids of automatic discounts that this email has used up. */
  | { ok: false; reason: "total_changed"; lines: CheckoutLineNow[]; totals: Totals; usedUp: string[] }
  | { ok: false; reason: "amount_out_of_range"; totals: Totals }
  /** The code doesn't apply to any cart; `totals`: without it. */
  | {
      ok: false;
      reason: "discount_refused";
      code: string;
      why: CodeRefusal;
      totals: Totals;
      usedUp: string[];
    }
  | { ok: false; reason: "idempotency_mismatch" }
  | Extract<PaymentAnswer, { ok: false }>;

export type CheckoutResult = Extract<PaymentAnswer, { ok: true }> | CheckoutRefusal;

/**
 * `visitor`: the visitor behind the request. Without one, neither the hold limits nor the rules against card testing
 * apply; every outside request has one.
 */
export type CheckoutStart = { request: CheckoutRequest; visitor?: Visitor | null };

/** The payment-intent step. Repeating the request returns the existing payment. */
export async function startCheckout(
  shop: Shop,
  { request, visitor = null }: CheckoutStart,
): Promise<CheckoutResult> {
  const opened = await openCheckout(shop, { request, visitor });
  return opened.ok ? resumeCheckout(shop, opened.checkout) : opened;
}

/** A guess counts the same here as in the cart, so trying both places reveals no more codes. */
async function mayHearOfCodes(
  shop: Shop,
  { request, visitor }: CheckoutStart,
  guess: { isMiss: boolean },
): Promise<boolean> {
  return !request.discountCode || !visitor || !(await isStopped(shop, visitor, guess));
}

const tooManyCodes = {
  ok: false,
  reason: "too_many_codes",
  retryAfterSeconds: STOPPED_FOR_SECONDS,
} as const;

type Opened = { ok: true; checkout: Checkout } | CheckoutRefusal;

/** Opens the checkout of the request, or finds the one that the same request opened before. */
export async function openCheckout(shop: Shop, { request, visitor = null }: CheckoutStart): Promise<Opened> {
  if (!(await mayHearOfCodes(shop, { request, visitor }, { isMiss: false }))) return tooManyCodes;
  const paid = await closeReplaced(shop, request);
  if (paid) return paid;
  const opened = await inTransaction(shop, async (tx): Promise<Opened> => {
    const facts = await loadStartFacts(shop, tx, { request, visitor });
    const requestHash = hashOf(request);
    if (facts.isKnown)
      return facts.known?.requestHash === requestHash
        ? { ok: true, checkout: facts.known }
        : { ok: false, reason: "idempotency_mismatch" };
    const priced = judge(facts, request, visitor);
    if ("reason" in priced) return priced;
    return { ok: true, checkout: await store(shop, tx, { request, requestHash, visitor, facts, priced }) };
  });
  if (opened.ok && request.remind !== undefined)
    await writeWish(shop.db, { checkoutId: opened.checkout.id, wants: request.remind, now: nowOf(shop) });
  const isMiss = !opened.ok && opened.reason === "discount_refused" && opened.why === "unknown";
  if (isMiss && !(await mayHearOfCodes(shop, { request, visitor }, { isMiss }))) return tooManyCodes;
  return opened;
}

/**
 * Closes the checkout that this one replaces, and earlier replacements of that one: their responses were lost, so the
 * browser does not know them. If one of them is already paid, its order is the result.
 */
async function closeReplaced(
  shop: Shop,
  { supersedes, orderId }: CheckoutRequest,
): Promise<CheckoutRefusal | null> {
  if (supersedes === null || supersedes === orderId) return null;
  const own = await listOwn(shop.db, supersedes);
  for (const old of own) {
    if (old.orderId === orderId) continue;
    if (isUnfinished(old)) await markSuperseded(shop.db, old.id, orderId ?? shop.newId());
    const closed = await closeCheckout(shop, { checkout: old, source: "checkout" });
    if (!closed.ok)
      return closed.reason === "ordered" ? alreadyPaid(old) : { ok: false, reason: "provider_unavailable" };
  }
  return null;
}

/** What the cart costs, or the first of these reasons not to sell it. */
function judge(
  facts: StartFacts,
  { amountSeen, discountCode = null, shipping }: CheckoutRequest,
  visitor: Visitor | null,
): PricedCart | CheckoutRefusal {
  const { lines, settings } = facts;
  if (visitor && facts.outcomes && arePaymentsClosed({ ...facts.outcomes, hasPaid: visitor.hasPaid }))
    return { ok: false, reason: "payments_closed", retryAfterSeconds: CLOSED_FOR_MINUTES * 60 };
  const unknown = lines.filter((line) => !line.exists);
  if (unknown.length > 0) return { ok: false, reason: "unknown_product", lines: unknown.map(toLineNow) };
  const short = lines.filter((line) => line.available < line.quantity);
  if (short.length > 0) return { ok: false, reason: "out_of_stock", lines: short.map(toLineNow) };
  const { discounts, refused } = readDiscounts(facts.discounts, discountCode);
  const priced = priceLines(lines, { ...settings, discounts, shipTo: shipping.state });
  const { totals } = priced;
  const usedUp = facts.discounts.flatMap(({ id, code, refusal }) => (code === null && refusal ? [id] : []));
  if (refused) return { ok: false, reason: "discount_refused", ...refused, totals, usedUp };
  if (totals.total !== amountSeen)
    return { ok: false, reason: "total_changed", lines: lines.map(toLineNow), totals, usedUp };
  if (totals.total < CHARGE_MIN || totals.total > CHARGE_MAX)
    return { ok: false, reason: "amount_out_of_range", totals };
  return priced;
}

type CheckoutPlan = Required<CheckoutStart> & { requestHash: string; facts: StartFacts; priced: PricedCart };

/** Snapshot, hold, and the call that will request the payment. */
async function store(
  shop: Shop,
  tx: Tx,
  { request, requestHash, visitor, facts, priced }: CheckoutPlan,
): Promise<Checkout> {
  const { lines } = facts;
  const { total } = priced.totals;
  const now = nowOf(shop);
  const orderId = request.orderId ?? shop.newId();
  const address = toOrderAddress(request.shipping);
  const checkout = await storeCheckout(shop, tx, {
    ...{ orderId, requestHash, idempotencyKey: request.idempotencyKey },
    ...{ visitor, address, facts, priced, now },
    isHosted: request.isHosted === true,
    ...holdOf(facts, visitor),
  });
  const asked = {
    checkoutId: checkout.id,
    orderId,
    receiptEmail: request.shipping.email,
    description: `Order ${orderId}`,
  };
  const params = request.isHosted
    ? { ...asked, ...pageContent(shop, { orderId, lines, priced, now }), shipping: address }
    : // A wallet could not resend an address that the shop has already sent: every payment would be refused.
      { ...asked, amount: total, shipping: request.byWallet ? null : address };
  const call = request.isHosted ? "session" : "create";
  await noteCall(shop, tx, { checkoutId: checkout.id, call, params });
  return checkout;
}

/** Whether its lines are held from the start, and for how long. */
function holdOf({ lines, holds, caps }: StartFacts, visitor: Visitor | null) {
  const isCounted = visitor?.isCapped === true && holds !== null;
  const holdsAtPay = isCounted && !mayHold(lines, { ...holds, caps, hasPaid: visitor.hasPaid });
  return { holdsAtPay, holdMinutes: holdMinutesFor(lines) };
}

function toLineNow(line: CatalogLine): CheckoutLineNow {
  const { productId, selectedOption, name, unitPrice, quantity, available } = line;
  return { productId, selectedOption, name, unitPrice, quantity, available };
}

/**
 * Two requests are the same when items (in any order), address, total, order id, code, and way to pay are; the key does
 * not count.
 */
function hashOf(request: CheckoutRequest): string {
  const { shipping, amountSeen, orderId, byWallet, isHosted, discountCode } = request;
  // A browser may learn the ids of its variants between two attempts.
  const items = request.items
    .map(({ productId, variation, quantity }) => [productId, variation, quantity].join("|"))
    .sort();
  const way = byWallet ? ["wallet"] : isHosted ? ["page"] : [];
  const rest = [...way, ...(discountCode ? [`code ${discountCode}`] : [])];
  return createHash("sha256")
    .update(JSON.stringify([items, shipping, amountSeen, orderId, ...rest]))
    .digest("hex");
}
