// What the shop could not finish by itself and leaves to its owner, as the owner is told of it.

/** What was decided about one of them, or why it could not be. */
export type AlertDecision =
  | { ok: true; what: "operation" | "event" | "alert" }
  | {
      ok: false;
      reason: /** It waits for nobody (any more). */
        | "not_found"
        /** Retry it, or cancel the payment in the provider's dashboard and retry then. */
        | "still_open"
        /** A refund that the provider has made after all: nothing is left to decide. */
        | "was_made"
        /** The provider can't be asked right now. */
        | "unavailable";
    };

export type Alert = {
  /** The name by which it is retried or closed. */
  id: string;
  title: string;
  /** The order that it is about, where there is one. */
  orderId: string | null;
  /** What went wrong, in the words of whoever refused; may be empty. */
  reason: string;
  /** ISO time. */
  since: string;
  /** A payment without an order can only be looked into, and closed then. */
  canRetry: boolean;
};

const operations: Record<string, string> = {
  create: "A payment that could not be set up",
  cancel: "A payment that could not be canceled",
  refund: "A refund that Stripe did not confirm",
  session: "A payment page that could not be set up",
  expire: "A payment page that could not be closed",
};

/** `kind`: as the database keeps it. */
export function tellOperation(kind: string): string {
  return operations[kind] ?? `A call to Stripe: ${kind}`;
}

const refusals: Record<Extract<AlertDecision, { ok: false }>["reason"], string> = {
  not_found: "Somebody took care of this already.",
  still_open:
    "Its payment may still be made and its stock is held, so it can't be closed. Try it again; or cancel the payment in Stripe's dashboard first, and try it again then.",
  was_made: "Stripe has made this refund after all. The order knows it now, and nothing is left to decide.",
  unavailable:
    "Stripe can't be asked right now whether it made this refund. Nothing was changed; try again later.",
};

/** Why a decision could not be carried out, and what to do next. */
export function tellRefusal({ reason }: Extract<AlertDecision, { ok: false }>): string {
  return refusals[reason];
}
