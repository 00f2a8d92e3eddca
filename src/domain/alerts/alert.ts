// What the shop could not finish by itself and leaves to its owner, in words.

export type Alert = {
  /** The name by which it is retried or closed. */
  id: string;
  title: string;
  /** The order that it concerns, if any. */
  orderId: string | null;
  /** What went wrong, in the words of the party that refused; may be empty. */
  reason: string;
  /** ISO time. */
  since: string;
  /** False for a payment without an order, which can only be looked into and then closed. */
  canRetry: boolean;
};

const operations: Record<string, string> = {
  create: "A payment that could not be set up",
  cancel: "A payment that could not be canceled",
  refund: "A refund that Stripe did not confirm",
  session: "A payment page that could not be set up",
  expire: "A payment page that could not be closed",
};

/** `kind`: as the database stores it. */
export function tellOperation(kind: string): string {
  return operations[kind] ?? `A call to Stripe: ${kind}`;
}

/** `detail`: how payments ended lately. */
export function tellCardTesting(detail: string): Pick<Alert, "title" | "reason"> {
  return {
    title: "Somebody is trying out stolen cards",
    reason: `${detail}. Shoppers who have not bought here before can't pay for now; those who have can. It opens again by itself once it is quiet.`,
  };
}

/** `detail`: what differs. */
export function tellCheckoutPage(detail: string): Pick<Alert, "title" | "reason"> {
  return {
    title: "The checkout page is not as it was built",
    reason: `${detail}. Something between the shop and its shoppers changed the page where they pay: the server's files, a proxy, or a service that rewrites pages. Compare the files with a fresh copy of the release, and turn such rewriting off. This closes automatically once the page is right again.`,
  };
}

const refusals = {
  not_found: "Somebody took care of this already.",
  still_open:
    "Its payment may still be made and its stock is held, so it can't be closed. Try it again; or cancel the payment in Stripe's dashboard first, and try it again then.",
  was_made: "Stripe has made this refund after all. The order knows it now, and nothing is left to decide.",
  unavailable:
    "Stripe can't be asked right now whether it made this refund. Nothing was changed; try again later.",
};

type AlertRefusal = { ok: false; reason: keyof typeof refusals };

/** What was decided about an alert, or why nothing could be. */
export type AlertDecision = { ok: true; what: "operation" | "event" | "alert" } | AlertRefusal;

/** Why a decision could not be carried out, and what to do next. */
export function tellRefusal({ reason }: AlertRefusal): string {
  return refusals[reason];
}
