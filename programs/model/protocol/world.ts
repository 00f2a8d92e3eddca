// What the model remembers: one shelf, and for each shopper the rows of the shop's database, the provider's objects, what
// the browser was given, and the processes that work on them now. The words of statuses are those of the shop's tables.
import { orderStatuses } from "#domain/order/order.ts";
import type { Checkout as CheckoutRow } from "#server/checkout/queries.ts";
import type { CheckoutCall } from "#server/payments/operation-keys.ts";
import { flag, packing, type RecordOf, small } from "../fields.ts";

type States = readonly ("none" | CheckoutRow["state"])[];
const checkoutStates = [
  "none",
  "open",
  "paying",
  "completed",
  "expired",
  "superseded",
] as const satisfies States;

const intentStatuses = [
  "none",
  "requires_payment_method",
  "requires_action",
  "processing",
  "succeeded",
  "canceled",
] as const;
export type IntentStatus = (typeof intentStatuses)[number];

/** The payments that a checkout can have: of the card form, of the provider's page, and one too many. */
export const slots = ["first", "page", "second"] as const;
export type Slot = (typeof slots)[number];
const slot = ["none", ...slots] as const;

const callStates = ["none", "todo", "done", "failed"] as const;
const calls = { create: callStates, cancel: callStates, session: callStates } as const;
const pageCalls = { "expire-session": callStates, "cancel-session": callStates } as const;
const _allCalls: Record<CheckoutCall, typeof callStates> = { ...calls, ...pageCalls };

const checkoutFields = {
  // The shop's rows: checkouts, payment_operations, orders, stock_movements, payment_alerts.
  state: checkoutStates,
  payment: slot,
  said: intentStatuses,
  read: small,
  hold: flag,
  superseded: flag,
  hosted: flag,
  replaced: slot,
  pageStored: flag,
  ...calls,
  ...pageCalls,
  order: ["none", ...orderStatuses],
  sold: small,
  short: flag,
  refundFlag: flag,
  stray: slot,
  // The provider's: payments, the page, its memory of the create key, requests that are still under way.
  first: intentStatuses,
  page: intentStatuses,
  second: intentStatuses,
  pageStatus: ["none", "open", "complete", "expired", "refused"],
  createKey: ["remembered", "forgotten", "renewed", "refused"],
  pastPage: flag,
  lateCreate: flag,
  lateSession: flag,
  // What the browser was given.
  secret: flag,
  secondSecret: flag,
  url: flag,
} as const;
export type Checkout = RecordOf<typeof checkoutFields>;

const refundStates = ["none", "pending", "succeeded", "failed"] as const;
const refundFields = {
  /** Our row, and whether it has the provider's id. */
  row: refundStates,
  known: flag,
  call: callStates,
  /** What the provider made for it. */
  made: refundStates,
  /** The provider refused it, and repeats that under its key. */
  refused: flag,
  /** Made once more, which must never happen. */
  again: flag,
  pieces: [1, 2],
  restocked: small,
} as const;
export type Refund = RecordOf<typeof refundFields>;

/** The steps at which a process can wait; protocol/steps.ts says what each does. */
export const stepNames = [
  "nothing",
  "start:open",
  "start:answer",
  "supersede:find",
  "supersede:mark",
  "obtain:send",
  "obtain:find",
  "obtain:renew",
  "obtain:save",
  "obtain:abandon",
  "settle:read",
  "settle:retrieve",
  "settle:commit",
  "settle:alert",
  "resume:retrieve",
  "cancel:note",
  "cancel:send",
  "cancel:retrieve",
  "cancel:finish",
  "close:find",
  "close:again",
  "close:release",
  "replace:check",
  "host:find",
  "host:again",
  "host:write",
  "host:reread",
  "page:create",
  "page:save",
  "page:finish",
  "page:retrieve",
  "page:answer",
  "close-page:create",
  "close-page:found",
  "close-page:none",
  "close-page:retrieve",
  "close-page:note",
  "close-page:expire",
  "close-page:retrieve-again",
  "close-page:closed",
  "close-page:end",
  "operation:find",
  "operation:finish",
  "refund:send",
  "refund:apply",
  "refund:fail",
  "facts:list",
  "facts:apply",
] as const;
export type StepName = (typeof stepNames)[number];

const processFields = {
  step: stepNames,
  /** Why it runs, which decides how it ends. */
  root: ["web", "worker", "supersede", "session"],
  /** Which of the shopper's checkouts. */
  at: [0, 1],
  /** Which payment, and which stored call, it works on. */
  intent: slot,
  call: ["create", "cancel", "session", "expire-session", "cancel-session"],
  /** What was just answered: by the provider, or of the step before. */
  answer: [...intentStatuses, "order", "over"],
  read: small,
  /** Where it goes on. */
  afterSettle: ["end", "resume", "url", "cancel", "facts"],
  afterCancel: ["close", "replace-to-close", "replace-to-host", "page"],
  afterObtain: ["start", "close", "host", "operation"],
  next: ["nothing", "obtain:send", "cancel:note", "close-page:retrieve", "close-page:create"],
  /** Of the row as it was read: its page was stored. */
  sawPage: flag,
  refund: [0, 1, 2],
  listed0: refundStates,
  listed1: refundStates,
  listed2: refundStates,
} as const;
export type Process = RecordOf<typeof processFields>;

export type Shopper = { checkouts: Checkout[]; refunds: Refund[]; processes: Process[] };

export type World = {
  onHand: number;
  held: number;
  /** Pieces that shoppers outside the model hold or have bought. */
  elsewhere: number;
  shoppers: Shopper[];
  /** What a step itself found to be wrong; "" while all is well. */
  broken: string;
};

const checkout = packing(checkoutFields);
const refund = packing(refundFields);
const process = packing(processFields);
export const blankCheckout: Checkout = checkout.blank;
export const blankRefund: Refund = refund.blank;
export const blankProcess: Process = process.blank;

export type Shape = { shoppers: number; checkouts: number; refunds: number; processes: number };

/** Packs worlds of one shape so that worlds that differ only in who is who have the same bytes. */
export class WorldCodec {
  readonly width: number;
  readonly #shape: Shape;
  readonly #shopperBytes: number;

  constructor(shape: Shape) {
    this.#shape = shape;
    const { shoppers, checkouts, refunds, processes } = shape;
    this.#shopperBytes = 1 + checkouts * checkout.bytes + refunds * refund.bytes;
    this.width = 3 + shoppers * this.#shopperBytes + processes * process.bytes;
  }

  encode({ onHand, held, elsewhere, shoppers }: World, into: Uint8Array): void {
    const parts = shoppers.map((one) => this.#encodeShopper(one));
    if (parts.length > 1) parts.sort(compareBytes);
    into.fill(0);
    into.set([onHand, held, elsewhere]);
    let at = 3;
    for (const part of parts) {
      into.set(part, at);
      at += part.length;
    }
  }

  #encodeShopper({ checkouts, refunds, processes }: Shopper): Uint8Array {
    const bytes = new Uint8Array(this.#shopperBytes + processes.length * process.bytes);
    bytes[0] = processes.length;
    let at = 1;
    for (const one of checkouts) {
      checkout.pack(one, bytes, at);
      at += checkout.bytes;
    }
    for (const one of refunds) {
      refund.pack(one, bytes, at);
      at += refund.bytes;
    }
    const packed = processes.map((one) => {
      const own = new Uint8Array(process.bytes);
      process.pack(one, own, 0);
      return own;
    });
    if (packed.length > 1) packed.sort(compareBytes);
    for (const own of packed) {
      bytes.set(own, at);
      at += own.length;
    }
    return bytes;
  }

  decode(from: Uint8Array): World {
    const [onHand = 0, held = 0, elsewhere = 0] = from;
    let at = 3;
    const take = <T>({ bytes, unpack }: { bytes: number; unpack: (from: Uint8Array, at: number) => T }) => {
      at += bytes;
      return unpack(from, at - bytes);
    };
    const shoppers = times(this.#shape.shoppers, () => {
      const running = from[at] ?? 0;
      at += 1;
      const checkouts = times(this.#shape.checkouts, () => take(checkout));
      const refunds = times(this.#shape.refunds, () => take(refund));
      return { checkouts, refunds, processes: times(running, () => take(process)) };
    });
    return { onHand, held, elsewhere, shoppers, broken: "" };
  }
}

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
