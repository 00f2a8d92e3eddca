// What a customer hears who has corrected an order on its page.
import type { LinkCorrectionResult } from "#server/orders/changes/change-by-link.ts";

type Reason = Exclude<Extract<LinkCorrectionResult, { ok: false }>["reason"], "invalid">;

export type FixWhat = "size" | "address" | "email";

/** `errors`: by field, instead of `text` beside the form. `page`: the path by which the order's page opens from now on. */
export type FixAnswer = {
  ok: boolean;
  what: FixWhat;
  text: string;
  errors?: Record<string, string>;
  page?: string;
};

const WRITE = "Please write to us.";

const refusals: Record<Reason, string> = {
  not_found: "This link opens no order any more.",
  changed: "The order was changed meanwhile. Look at it and try again.",
  too_often: `The order was changed many times already. ${WRITE}`,
  closed: `The time for changes is over, or some of it has left. ${WRITE}`,
  shipped: "It has left already. If it is not right when it is with you, tell us below.",
  over: "The order was canceled or refunded.",
  unchanged: "That is what we have already.",
  bad_email: "Enter an email address such as pat@example.com.",
  other_state: `In another state other taxes may apply. ${WRITE}`,
  not_paid: "Your payment is not in yet. Try again when it is.",
  disputed: `Your bank asks about the payment. ${WRITE}`,
  same: "That is the size you get already.",
  unknown_option: "That size is not for sale. Choose another one.",
  other_product: `Only the size can be changed here. ${WRITE}`,
  too_little: `The order can't be changed here. ${WRITE}`,
  sold_out: "That size has just sold out. Choose another one.",
  no_pieces: "Choose at least one piece.",
  costs_more: `It costs more than you paid. ${WRITE}`,
  unknown_line: "That is not a part of this order.",
  too_many_pieces: "Some of these pieces have left or were refunded. Look at the order and try again.",
  too_much_shipping: `The order can't be changed here. ${WRITE}`,
};

const done: Record<FixWhat, string> = {
  size: "We have sent you a mail with it.",
  address: "We have sent you a mail with it.",
  email: "The confirmation goes to the new address, with another link to this page. The old link is closed.",
};

export function tellFix(what: FixWhat, result: LinkCorrectionResult): FixAnswer {
  if (result.ok) {
    const page = "page" in result ? result.page : null;
    return { ok: true, what, text: done[what], ...(page === null ? {} : { page }) };
  }
  if (result.reason === "invalid")
    return { ok: false, what, text: "Please look at the marked fields.", errors: { ...result.errors } };
  const text = refusals[result.reason];
  const isEmail = what === "email" && (result.reason === "bad_email" || result.reason === "unchanged");
  const isState = result.reason === "other_state";
  const field = isEmail ? "email" : isState ? "state" : null;
  return { ok: false, what, text, ...(field ? { errors: { [field]: text } } : {}) };
}
