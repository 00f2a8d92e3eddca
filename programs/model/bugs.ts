// Mistakes that the model can be given, to show that its rules find them. Each is one line of the real protocol left out
// or turned around.
export const bugs = {
  "no-key": "asks for a payment without an idempotency key",
  "release-before-cancel": "releases the hold before the provider has canceled",
  "cancel-means-canceled": "takes any answer to a cancel for canceled",
  "trust-the-event": "settles what the event says instead of asking the provider",
  "renewed-key-is-forgotten": "ends a checkout for which another process has just stored a new key",
  "lost-answer-is-refusal": "takes no answer to the create for a refusal",
  "hold-released-on-decline": "releases the hold when the bank refuses a card",
  "older-read-wins": "lets an older read overwrite what is known",
  "held-without-looking": "holds pieces without looking whether they are free",
  "stock-taken-twice": "takes the stock again when a paid order is settled again",
  "page-before-cancel": "asks for the page before the first payment is canceled",
  "page-not-closed": "releases the hold without closing the page",
  "page-not-looked-for": "forgets a page whose id was never stored",
  "page-stored-meanwhile": "ends a checkout whose page was stored after the checkout was read",
  "late-id-comes-back": "stores the id of a payment that was replaced",
  "no-sweep": "never closes a checkout whose hold ran out",
  "create-done-before-sent": "marks a stored call as done before it is made",
  "refund-forgets-pending": "does not count refunds that are under way",
  "refund-without-key": "makes a refund without an idempotency key",
  "refund-done-before-sent": "marks a refund as done before it is made",
  "refund-counted-twice": "stores the provider's answer as another refund",
  "restock-each-merge": "puts the pieces back each time the refund is heard of",
} as const;
export type Bug = keyof typeof bugs;

export type Features = {
  /** The provider's own page. */
  page: boolean;
  /** The bank may ask the cardholder, and may take its time. */
  bank: boolean;
  /** The provider refuses for good to make a payment or a page. */
  refusals: boolean;
  /** A day passes and the provider forgets its keys. */
  keysForgotten: boolean;
  /** A request arrives after its sender has given up. */
  lateRequests: boolean;
  /** Any number of other shoppers take and free pieces of the same shelf. */
  others: boolean;
  refunds: boolean;
};

/** What may happen in a run of the model. */
export type Rules = {
  features: Features;
  bug: Bug | null;
  /** Pieces on the shelf at first, and how many each checkout wants. */
  stock: number;
  wanted: number;
  /** Processes at the same time. */
  processes: number;
};
