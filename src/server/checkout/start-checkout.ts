// The payment-intent step. Its order matters: prices and stock come from the database, the snapshot with its hold is
// committed, and only then is the provider asked for a payment, with a key that was stored before. A crash in between
// leaves a row that says what was about to happen; the same request again continues from there and never makes a
// second payment.
import { createHash } from "node:crypto";
import type { CheckoutLineNow, CheckoutRequest, CheckoutStarted } from "#domain/checkout/checkout.ts";
import { arrivalOf } from "#domain/checkout/delivery.ts";
import { findOverCap, holdMinutesFor, type OverCap } from "#domain/checkout/hold-caps.ts";
import { priceLines, type Totals } from "#domain/checkout/pricing.ts";
import type { PuzzleProof } from "#domain/checkout/puzzle.ts";
import { emailKey } from "#domain/discount/email-key.ts";
import type { CodeRefusal } from "#domain/discount/tell-code.ts";
import { CHARGE_MAX, CHARGE_MIN } from "#domain/money/money.ts";
import { toOrderAddress } from "#domain/postal-address/shipping-address.ts";
import { type Braked, brakeCheckout } from "../card-testing/brake-checkouts.ts";
import type { Client } from "../card-testing/client.ts";
import { type Db, inTransaction } from "../db/transaction.ts";
import { readDiscounts } from "../discounts/read-discounts.ts";
import { accessTokenHash, orderAccessToken } from "../order-token.ts";
import { newCall, type StoredOperation, storedCall } from "../payments/operation-queries.ts";
import { type CreateIntentParams, type PaymentIntent, takesRealMoney } from "../payments/payment-provider.ts";
import { isTaken, settlePayment } from "../payments/settle-payment.ts";
import { writeWish } from "../reminders/queries.ts";
import { nowOf, type Shop } from "../shop.ts";
import { closeCheckout } from "./close-checkout.ts";
import { settlePage } from "./close-hosted.ts";
import {
  type CatalogLine,
  type Checkout,
  findCheckoutByKey,
  isUnfinished,
  listOwn,
  markSuperseded,
  newCheckout,
} from "./queries.ts";
import { obtainIntent } from "./send-create.ts";
import { loadStartFacts, lockClient, openCheckout, type StartFacts } from "./start-queries.ts";
import { watchDeclines } from "./watch-declines.ts";

export type CheckoutRefusal =
  | { ok: false; reason: "unknown_product" | "out_of_stock"; lines: CheckoutLineNow[] }
  | ({ ok: false; reason: "too_many_at_once" } & OverCap<CheckoutLineNow>)
  | Braked
  /** `usedUp`: ids of the discounts that apply by themselves, but not to this email any more. */
  | { ok: false; reason: "total_changed"; lines: CheckoutLineNow[]; totals: Totals; usedUp: string[] }
  | { ok: false; reason: "amount_out_of_range"; totals: Totals }
  /** The code gives nothing, whatever is bought; `totals`: without it. */
  | {
      ok: false;
      reason: "discount_refused";
      code: string;
      why: CodeRefusal;
      totals: Totals;
      usedUp: string[];
    }
  | { ok: false; reason: "already_paid"; orderId: string; paymentIntentId: string | null }
  | {
      ok: false;
      reason: "idempotency_mismatch" | "hold_expired" | "provider_unavailable" | "provider_refused";
    };

export type CheckoutResult = { ok: true; started: CheckoutStarted; intentId: string } | CheckoutRefusal;

/**
 * `client`: who asks, and `proof`: of a solved puzzle, where one was asked for. Without a client neither its caps nor the
 * brake on card testing hold; every request that comes from outside has one.
 */
export type CheckoutAsked = { request: CheckoutRequest; client?: Client | null; proof?: PuzzleProof | null };

export async function startCheckout(
  shop: Shop,
  { request, client = null, proof = null }: CheckoutAsked,
): Promise<CheckoutResult> {
  let facts = await loadStartFacts(shop, shop.db, { request, client });
  const braked = client && !facts.isKnown && (await brakeCheckout(shop, { client, proof, found: facts }));
  if (braked) return braked;
  if (request.supersedes !== null && request.supersedes !== request.orderId) {
    const paid = await supersede(shop, request, request.supersedes);
    if (paid) return paid;
    // What the old one held may be free now.
    facts = await loadStartFacts(shop, shop.db, { request, client });
  }
  const opened = await openOrFind(shop, { request, client, facts });
  if (!opened.ok) return opened;
  if (request.remind !== undefined)
    await writeWish(shop.db, { checkoutId: opened.checkout.id, wants: request.remind, now: nowOf(shop) });
  if (!opened.call) return resumeCheckout(shop, opened.checkout);
  return requestIntent(shop, opened.checkout, opened.call);
}

/**
 * Closes the checkout that this one replaces, and those that have replaced that one before: their answers never came, so
 * the browser does not know them. If one of them is already paid, its order is the answer.
 */
async function supersede(
  shop: Shop,
  request: CheckoutRequest,
  oldOrderId: string,
): Promise<CheckoutRefusal | null> {
  for (const old of await listOwn(shop.db, oldOrderId)) {
    if (old.orderId === request.orderId) continue;
    if (isUnfinished(old)) await markSuperseded(shop.db, old.id, request.orderId ?? shop.newId());
    const closed = await closeCheckout(shop, { checkout: old, source: "checkout" });
    if (!closed.ok)
      return closed.reason === "ordered" ? alreadyPaid(old) : { ok: false, reason: "provider_unavailable" };
  }
  return null;
}

type Asking = { request: CheckoutRequest; client: Client | null; facts: StartFacts };
/** `call`: stored now, it asks for the payment; null: the checkout was there before. */
type Opened = { ok: true; checkout: Checkout; call: StoredOperation | null } | CheckoutRefusal;
type New = { checkout: Checkout; call: StoredOperation };

class Refused extends Error {
  readonly refusal: CheckoutRefusal;
  constructor(refusal: CheckoutRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** Opens the checkout of the request, or finds the one that an earlier request has opened. */
async function openOrFind(shop: Shop, asking: Asking): Promise<Opened> {
  const { request, facts } = asking;
  const requestHash = hashOf(request);
  try {
    const opened = facts.isKnown ? "exists" : await openNew(shop, asking, requestHash);
    if (opened !== "exists") return { ok: true, ...opened };
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  const checkout = await findCheckoutByKey(shop.db, request.idempotencyKey);
  // Not found under this key: another checkout has the order id.
  if (!checkout || checkout.requestHash !== requestHash) return { ok: false, reason: "idempotency_mismatch" };
  return { ok: true, checkout, call: null };
}

/** Throws Refused. */
async function openNew(shop: Shop, asking: Asking, requestHash: string): Promise<New | "exists"> {
  const opened = await openOnce(shop, asking, requestHash);
  if (opened !== "repriced") return opened;
  // The owner has changed a price since the facts were read. The shopper sees it before anything is paid.
  const facts = await loadStartFacts(shop, shop.db, asking);
  return facts.isKnown ? "exists" : openNew(shop, { ...asking, facts }, requestHash);
}

async function openOnce(
  shop: Shop,
  asking: Asking,
  requestHash: string,
): Promise<New | "exists" | "repriced"> {
  const opened = await judgeAndOpen(shop, shop.db, asking, requestHash);
  const { client } = asking;
  if (opened !== "holds_more" || !client) return opened === "holds_more" ? "exists" : opened;
  // The client has opened another checkout since the facts were read. Now it opens none until this one is judged.
  return inTransaction(shop, async (tx) => {
    await lockClient(tx, client.key);
    const again = { ...asking, facts: await loadStartFacts(shop, tx, asking) };
    const late = again.facts.isKnown ? "exists" : await judgeAndOpen(shop, tx, again, requestHash);
    if (late === "holds_more") throw new Error("a client holds more although its checkouts are locked");
    return late;
  });
}

async function judgeAndOpen(
  shop: Shop,
  db: Db,
  { request, client, facts }: Asking,
  requestHash: string,
): Promise<New | "exists" | "repriced" | "holds_more"> {
  const { lines, settings, held } = facts;
  const { discounts, refused } = readDiscounts(facts.discounts, request.discountCode ?? null);
  const address = toOrderAddress(request.shipping);
  const rules = { ...settings, discounts, shipTo: address.state };
  const { totals, chosen, lineDiscounts, taxRate } = priceLines(lines, rules);
  checkLines(lines);
  const usedUp = facts.discounts.flatMap(({ id, code, refusal }) => (code === null && refusal ? [id] : []));
  if (refused) throw new Refused({ ok: false, reason: "discount_refused", ...refused, totals, usedUp });
  if (totals.total !== request.amountSeen)
    throw new Refused({ ok: false, reason: "total_changed", lines: lines.map(toLineNow), totals, usedUp });
  checkAmount(totals);
  checkCaps(facts);
  const holdMinutes = holdMinutesFor(lines);
  const now = nowOf(shop);
  const id = shop.newId();
  const orderId = request.orderId ?? shop.newId();
  const params: CreateIntentParams = {
    amount: totals.total,
    checkoutId: id,
    orderId,
    receiptEmail: request.shipping.email,
    description: `Order ${orderId}`,
    // What the shop has told the provider, a wallet could not tell it again: every payment would be refused.
    shipping: request.byWallet ? null : address,
  };
  const call = newCall(shop, { checkoutId: id, params, now });
  const expiresAt = new Date(now.getTime() + holdMinutes * 60_000);
  const own = { id, orderId, requestHash, totals, expiresAt, holdMinutes };
  const opening = await openCheckout(db, {
    ...own,
    isRehearsal: !takesRealMoney(shop.payments),
    idempotencyKey: request.idempotencyKey,
    address,
    accessTokenHash: accessTokenHash(orderAccessToken(shop.keys.orderLinks.current, orderId)),
    arrival: arrivalOf(now.getTime(), facts.delivery),
    lines,
    discount: chosen && { ...versionOf(chosen.id, facts), email: emailKey(request.shipping.email) },
    lineDiscounts,
    taxRate: taxRate ?? 0,
    held,
    call,
    now,
    client,
  });
  if (opening.is === "short") {
    // What is left by now: others have held some since the lines were read.
    const shortNow = lines.flatMap((line) => {
      const found = opening.lines.find(
        ({ productId, variation }) => productId === line.productId && variation === line.variation,
      );
      return found ? [toLineNow({ ...line, available: found.available })] : [];
    });
    throw new Refused({ ok: false, reason: "out_of_stock", lines: shortNow });
  }
  if (opening.is !== "opened") return opening.is;
  return { checkout: newCheckout(own), call: storedCall(call, id, now) };
}

function versionOf(id: string, { discounts }: StartFacts): { id: string; version: number } {
  return { id, version: discounts.find((found) => found.id === id)?.version ?? 0 };
}

/** Refuses what is not sold, then what there is too little of. */
function checkLines(lines: CatalogLine[]): void {
  const unknown = lines.filter((line) => !line.exists);
  if (unknown.length > 0)
    throw new Refused({ ok: false, reason: "unknown_product", lines: unknown.map(toLineNow) });
  const short = lines.filter((line) => line.available < line.quantity);
  if (short.length > 0) throw new Refused({ ok: false, reason: "out_of_stock", lines: short.map(toLineNow) });
}

/** Refuses a total that no card pays. */
function checkAmount(totals: Totals): void {
  if (totals.total < CHARGE_MIN || totals.total > CHARGE_MAX) {
    throw new Refused({ ok: false, reason: "amount_out_of_range", totals });
  }
}

/** Refuses what would hold too much for somebody who has not paid yet. */
function checkCaps({ lines, held, caps }: StartFacts): void {
  const over = findOverCap(lines, { held: held ?? [], caps, isClientCounted: held !== null });
  if (!over) return;
  const told = over.lines.map((line) => ({ ...toLineNow(line), most: line.most }));
  throw new Refused({ ok: false, reason: "too_many_at_once", ...over, lines: told });
}

function toLineNow(line: CatalogLine): CheckoutLineNow {
  const { productId, selectedOption, name, unitPrice, quantity, available } = line;
  return { productId, selectedOption, name, unitPrice, quantity, available };
}

async function requestIntent(
  shop: Shop,
  checkout: Checkout,
  stored?: StoredOperation,
): Promise<CheckoutResult> {
  const ask = { checkoutId: checkout.id, during: "start" } as const;
  const created = await obtainIntent(shop, stored ? { ...ask, stored } : ask);
  if (created.ok) return started(checkout, created.value);
  const reason = created.reason === "unavailable" ? "provider_unavailable" : "provider_refused";
  return { ok: false, reason };
}

export function alreadyPaid({ orderId, paymentIntentId }: Checkout): CheckoutRefusal {
  return { ok: false, reason: "already_paid", orderId, paymentIntentId };
}

/** The same request again: a double click, a reload, a second tab, or the retry after a lost answer. */
async function resumeCheckout(shop: Shop, checkout: Checkout): Promise<CheckoutResult> {
  if (checkout.state === "completed") return alreadyPaid(checkout);
  if (!isUnfinished(checkout)) return { ok: false, reason: "hold_expired" };
  if (checkout.hostedAt !== null) return resumeHosted(shop, checkout);
  const intentId = checkout.paymentIntentId;
  if (intentId === null) return requestIntent(shop, checkout);
  const settled = await settlePayment(shop, { intentId, source: "checkout" });
  if (!settled.ok) return { ok: false, reason: "provider_unavailable" };
  if (isTaken(settled)) return alreadyPaid(checkout);
  const { isOver } = await watchDeclines(shop, { intentId, settled, source: "checkout" });
  if (isOver || settled.intentStatus === "canceled") return { ok: false, reason: "hold_expired" };
  const intent = await shop.payments.retrieveIntent(intentId);
  return intent.ok ? started(checkout, intent.value) : { ok: false, reason: "provider_unavailable" };
}

/** A checkout on the provider's page: paid there, or the shopper starts over (which closes the page first). */
async function resumeHosted(shop: Shop, checkout: Checkout): Promise<CheckoutResult> {
  const { settled, page } = await settlePage(shop, { checkout, source: "checkout" });
  if (settled && !settled.ok) return { ok: false, reason: "provider_unavailable" };
  if (settled && isTaken(settled))
    return alreadyPaid({ ...checkout, paymentIntentId: page?.intentId ?? null });
  return { ok: false, reason: "hold_expired" };
}

function started(checkout: Checkout, intent: PaymentIntent): CheckoutResult {
  if (intent.clientSecret === null) return { ok: false, reason: "provider_refused" };
  return {
    ok: true,
    intentId: intent.id,
    started: {
      clientSecret: intent.clientSecret,
      paymentIntentId: intent.id,
      orderId: checkout.orderId,
      totals: checkout.totals,
      expiresAt: checkout.expiresAt.toISOString(),
    },
  };
}

/** Two requests are the same when items, address, total, order id, code and way to pay are; the key does not count. */
export function hashOf(request: CheckoutRequest): string {
  const { items, shipping, amountSeen, orderId, byWallet, discountCode } = request;
  const rest = [...(byWallet ? ["wallet"] : []), ...(discountCode ? [`code ${discountCode}`] : [])];
  return createHash("sha256")
    .update(JSON.stringify([items, shipping, amountSeen, orderId, ...rest]))
    .digest("hex");
}
