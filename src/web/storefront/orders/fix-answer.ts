// The messages to a customer who corrects an order on its page.
import type { LinkCorrectionResult } from "#server/orders/corrections/correct-by-link.ts";

type Reason = Exclude<Extract<LinkCorrectionResult, { ok: false }>["reason"], "invalid">;

export type FixWhat = "size" | "address" | "email";

/** `errors`: by field, instead of `text` next to the form. `page`: the new path of the order's page. */
export type FixAnswer = {
  ok: boolean;
  what: FixWhat;
  text: string;
  errors?: Record<string, string>;
  page?: string;
};

const WRITE = "Please contact us.";

const refusals: Record<Reason, string> = {
  not_found: "This link no longer opens an order.",
  changed: "Your order has changed. Review it and try again.",
  too_often: `This order has been changed many times. ${WRITE}`,
  closed: `This order can no longer be changed: time is up, or something has shipped. ${WRITE}`,
  shipped: "It has already shipped. If something's wrong when it arrives, tell us below.",
  over: "The order was canceled or refunded.",
  unchanged: "That's what we already have.",
  bad_email: "Enter an email address such as pat@example.com.",
  other_state: `Taxes may differ in another state. ${WRITE}`,
  not_paid: "Your payment hasn't gone through yet. Try again when it has.",
  disputed: `Your bank is reviewing the payment. ${WRITE}`,
  same: "That's the size you ordered.",
  unknown_option: "That size isn't for sale. Choose another one.",
  other_product: `You can only change the size here. ${WRITE}`,
  too_little: `You can't change this order here. ${WRITE}`,
  sold_out: "That size just sold out. Choose another one.",
  no_pieces: "Choose at least one item.",
  costs_more: `It costs more than you paid. ${WRITE}`,
  unknown_line: "That item isn't in this order.",
  too_many_pieces: "Some of these items have shipped or been refunded. Review your order and try again.",
  too_much_shipping: `You can't change this order here. ${WRITE}`,
};

const done: Record<FixWhat, string> = {
  size: "We emailed you the details.",
  address: "We emailed you the details.",
  email:
    "We'll send the confirmation to the new address, with a new link to this page. The old link no longer works.",
};

export function formatFix(what: FixWhat, result: LinkCorrectionResult): FixAnswer {
  if (result.ok) {
    const page = "page" in result ? result.page : null;
    return { ok: true, what, text: done[what], ...(page === null ? {} : { page }) };
  }
  if (result.reason === "invalid")
    return { ok: false, what, text: "Please check the highlighted fields.", errors: { ...result.errors } };
  const text = refusals[result.reason];
  const isEmail = what === "email" && (result.reason === "bad_email" || result.reason === "unchanged");
  const isState = result.reason === "other_state";
  const field = isEmail ? "email" : isState ? "state" : null;
  return { ok: false, what, text, ...(field ? { errors: { [field]: text } } : {}) };
}
