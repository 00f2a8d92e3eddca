// What the shop needs from a card payment provider, in the shop's words. Only payments/stripe knows the real one.
// Failures of the outside world are values here, never exceptions.
import type { Cents } from "#domain/money/money.ts";
import type { OrderAddress } from "#domain/postal-address/shipping-address.ts";

/** A payment as the provider reports it. */
export type PaymentIntent = {
  id: string;
  /** One of Stripe's statuses, or one that this version does not know yet (it then changes nothing). */
  status: string;
  amount: Cents;
  amountReceived: Cents;
  currency: string;
  clientSecret: string | null;
  /** The checkout it was made for, from its metadata; null for payments of other software. */
  checkoutId: string | null;
  /** The newest charge attempt, declined or not; null before the first. */
  chargeId: string | null;
  /** A card or another payment method was submitted for it. */
  hasTried: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
};

export type CreateIntentParams = {
  amount: Cents;
  checkoutId: string;
  orderId: string;
  receiptEmail: string;
  description: string;
  /** Null: a wallet pays, and sends it to the provider directly. */
  shipping: OrderAddress | null;
};

/** A payment page hosted by the provider. */
export type PaymentSession = {
  id: string;
  /** open, complete or expired, or a status that this version does not know yet (it then proves nothing). */
  status: string;
  /** Where the shopper pays; null once the session is over. */
  url: string | null;
  /** Its payment; null before the shopper has tried to pay. */
  intentId: string | null;
  /** The checkout it was made for, from its metadata; null for pages of other software. */
  checkoutId: string | null;
  /** Milliseconds since 1970. */
  expiresAt: number;
};

export type CreateSessionParams = Omit<CreateIntentParams, "amount" | "shipping"> & {
  shipping: OrderAddress;
  /** Lines that the page lists and sums up, including shipping and tax. */
  lines: { name: string; unitPrice: Cents; quantity: number }[];
  /** "{CHECKOUT_SESSION_ID}" in it becomes the session's id. */
  successUrl: string;
  cancelUrl: string;
  /** Milliseconds since 1970; at least 30 minutes ahead. */
  expiresAt: number;
};

export const refundStatuses = ["pending", "requires_action", "succeeded", "failed", "canceled"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** A refund as the provider reports it, no matter who made it. */
export type ProviderRefund = {
  id: string;
  intentId: string | null;
  amount: Cents;
  currency: string;
  status: RefundStatus;
  reason: string | null;
  /** The shop's row, from its metadata; null when the refund was made elsewhere. */
  refundId: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
};

export type CreateRefundParams = { intentId: string; amount: Cents; refundId: string; orderId: string };

/** The cardholder's bank demands the money back. */
export type Dispute = {
  id: string;
  intentId: string | null;
  amount: Cents;
  currency: string;
  /**
   * won, lost, warning_closed, and prevented are final. As the shop maps them, only lost moved money. Everything else
   * is open.
   */
  status: string;
  reason: string;
  /** Deadline for evidence; milliseconds since 1970. */
  dueAt: number | null;
  createdAt: number;
};

/**
 * Items of one payment, or items made since one time and before another (both rounded down to a second). `after` is the
 * last id of the previous page.
 */
export type MoneyBackQuery = {
  intentId?: string;
  createdSince?: number;
  createdBefore?: number;
  after: string | null;
};

type MadeSince = Omit<MoneyBackQuery, "intentId"> & { createdSince: number };

export type ProviderFailure = {
  ok: false;
  /** unavailable: try again later; it may have happened. refused: final. */
  reason: "unavailable" | "refused" | "not_found" | "idempotency_conflict";
  message: string;
  /** The provider repeated the response stored for this key, so this key will never get another. */
  isReplay?: boolean;
  /** It rejects the email address. */
  isEmail?: boolean;
};

/** Whether the key is spent: the provider repeats a stored error, and nobody knows whether it did the work. */
export function isSpent({ reason, isReplay }: ProviderFailure): boolean {
  return reason === "unavailable" && isReplay === true;
}

export type ProviderResult<T> = { ok: true; value: T } | ProviderFailure;

/** Of a list, newest first. */
export type Page<T> = { items: T[]; hasMore: boolean };

/** What the shop sends to its own webhook to test whether it is reachable. Not stored. */
export const OWN_EVENT = "shop.own_call";

export type PaymentEvent = { id: string; type: string; objectId: string | null; intentId: string | null };

/** Whether cards are really charged. Test keys and the payment sandbox only pretend. */
export function takesRealMoney({ publishableKey }: Pick<PaymentProvider, "publishableKey">): boolean {
  return publishableKey.includes("_live_");
}

export type PaymentProvider = {
  mode: "sandbox" | "live";
  /** The key that the browser may know. */
  publishableKey: string;
  /** Whether an outside value has the form of a payment id, or of a payment page's id. */
  isIntentId: (id: unknown) => id is string;
  isSessionId: (id: unknown) => id is string;
  createIntent: (key: string, params: CreateIntentParams) => Promise<ProviderResult<PaymentIntent>>;
  retrieveIntent: (id: string) => Promise<ProviderResult<PaymentIntent>>;
  /** Cancels the payment; when it is too late, returns it as it is. */
  cancelIntent: (key: string, id: string) => Promise<ProviderResult<PaymentIntent>>;
  createSession: (key: string, params: CreateSessionParams) => Promise<ProviderResult<PaymentSession>>;
  retrieveSession: (id: string) => Promise<ProviderResult<PaymentSession>>;
  listSessions: (query: MadeSince) => Promise<ProviderResult<Page<PaymentSession>>>;
  /** Closes the page; when it is too late, returns the session as it is. */
  expireSession: (key: string, id: string) => Promise<ProviderResult<PaymentSession>>;
  /** Ids of a payment's declined charges, at most the newest hundred. */
  listDeclines: (intentId: string) => Promise<ProviderResult<string[]>>;
  listIntents: (query: MadeSince) => Promise<ProviderResult<Page<PaymentIntent>>>;
  createRefund: (key: string, params: CreateRefundParams) => Promise<ProviderResult<ProviderRefund>>;
  listRefunds: (query: MoneyBackQuery) => Promise<ProviderResult<Page<ProviderRefund>>>;
  listDisputes: (query: MoneyBackQuery) => Promise<ProviderResult<Page<Dispute>>>;
  /** Whether a signature has the provider's format and is recent. It proves nothing without the body. */
  mayBeSigned: (signature: string) => boolean;
  /** Checks the signature over the raw body; null when it is not the provider's or not recent. */
  readEvent: (rawBody: string, signature: string) => PaymentEvent | null;
  /** An event of the type OWN_EVENT, signed the way the provider signs. */
  signOwnEvent: () => { body: string; signature: string };
  /**
   * Milliseconds by which this machine's clock is ahead of the provider's, by its last response; null: no response of
   * the last hour had a time.
   */
  clockOff: () => number | null;
};
