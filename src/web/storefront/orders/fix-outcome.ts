// What a customer hears who has corrected an order on its page.
import type { LinkCorrectionResult } from "#server/orders/changes/change-by-link.ts";

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
  changed: "The order has changed since you opened it. Review it and try again.",
  too_often: `This order was changed too many times. ${WRITE}`,
  closed: `The time for changes has ended, or part of your order has shipped. ${WRITE}`,
  shipped: "Your order has shipped. If something isn't right when it arrives, tell us below.",
  over: "The order was canceled or refunded.",
  unchanged: "That's what we already have.",
  bad_email: "Enter an email address such as pat@example.com.",
  email_changed: `Your email was just changed. For your security, the address can be changed in an hour. ${WRITE}`,
  other_state: `Sales tax may be different in another state. ${WRITE}`,
  not_paid: "Your payment hasn't gone through yet. Try again once it has.",
  disputed: `Your bank is reviewing the payment. ${WRITE}`,
  same: "This size is already in your order.",
  unknown_option: "That size is not for sale. Choose another one.",
  other_product: `Only the size can be changed here. ${WRITE}`,
  too_little: `The order can't be changed here. ${WRITE}`,
  sold_out: "That size just sold out. Choose another one.",
  no_units: "Choose at least one item.",
  costs_more: `It costs more than you paid. ${WRITE}`,
  unknown_line: "That item is not part of this order.",
  too_many_units: "Some of these items have shipped or were refunded. Review the order and try again.",
  too_much_shipping: `The order can't be changed here. ${WRITE}`,
};

const done: Record<FixWhat, string> = {
  size: "We emailed you the details.",
  address: "We emailed you the details.",
  email: "We sent the confirmation to your new email, with a new link to this page. The old link is closed.",
};

export function fixAnswerOf(what: FixWhat, result: LinkCorrectionResult): FixAnswer {
  if (result.ok) {
    const page = "page" in result ? result.page : null;
    return { ok: true, what, text: done[what], ...(page === null ? {} : { page }) };
  }
  if (result.reason === "invalid")
    return { ok: false, what, text: "Check the marked fields.", errors: { ...result.errors } };
  const text = refusals[result.reason];
  const isEmail = what === "email" && (result.reason === "bad_email" || result.reason === "unchanged");
  const isState = result.reason === "other_state";
  const field = isEmail ? "email" : isState ? "state" : null;
  return { ok: false, what, text, ...(field ? { errors: { [field]: text } } : {}) };
}

/** Nothing was chosen in this field of the form for another size. */
export function unchosenSize(field: "itemId" | "to"): FixAnswer {
  const text = field === "to" ? "Choose a size" : "Choose an item";
  return { ok: false, what: "size", text, errors: { [field]: text } };
}
