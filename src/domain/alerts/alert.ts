// What the shop could not finish automatically and leaves to its owner, in words.

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
export function formatOperation(kind: string): string {
  return operations[kind] ?? `A call to Stripe: ${kind}`;
}

/** `detail`: how payments ended lately. */
export function formatCardTesting(detail: string): Pick<Alert, "title" | "reason"> {
  return {
    title: "Someone is testing stolen cards",
    reason: `${detail}. Shoppers who haven't bought from you before can't pay for now; returning customers can. It reopens automatically once this stops.`,
  };
}

/** `detail`: what differs. */
export function formatCheckoutPage(detail: string): Pick<Alert, "title" | "reason"> {
  return {
    title: "The checkout page has been modified",
    reason: `${detail}. Something between the shop and its shoppers changed the page where they pay: the server's files, a proxy, or a service that rewrites pages. Compare the files with a fresh copy of the release, and turn off any such rewriting. This closes automatically once the page is correct again.`,
  };
}

const refusals = {
  not_found: "Someone has already handled this.",
  still_open:
    "Its payment may still be made and its stock is held, so it can't be closed. Try again, or cancel the payment in your Stripe dashboard first, then try again.",
  was_made:
    "Stripe made this refund after all. The order has been updated, and there's nothing left to decide.",
  unavailable: "We can't reach Stripe right now to check this refund. Nothing was changed. Try again later.",
};

type AlertRefusal = { ok: false; reason: keyof typeof refusals };

/** What was decided about an alert, or why nothing could be. */
export type AlertDecision = { ok: true; what: "operation" | "event" | "alert" } | AlertRefusal;

/** Why a decision could not be carried out, and what to do next. */
export function formatRefusal({ reason }: AlertRefusal): string {
  return refusals[reason];
}
