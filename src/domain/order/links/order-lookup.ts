// The form 'Find your order'.

import { collectErrors, type FieldErrors, type FieldParse } from "../../text/fields.ts";
import { isEmail, readEmail } from "../../text/typed/email.ts";
import { plainCode } from "../../text/typed/plain-text.ts";

export type OrderLookup = { number: string; email: string };

/** `ok` does not reveal whether such an order exists. */
export type OrderLookupOutcome =
  | { ok: true }
  | { ok: false; reason: "invalid"; errors: FieldErrors<keyof OrderLookup> }
  | { ok: false; reason: "rate_limited" | "unavailable" };

/** Its blanks stand apart, so a long row of them is read once. */
const NUMBER = /^(?:order\s+)?(?:(?:number|no\.?)\s+)?(?:#\s*)?(?:ord(?:\s*-)?\s*)?0*(\d{1,15})$/i;

/** The digits of an order number as people write it, such as "ORD-007", "Order #7" or "7"; "" for anything else. */
export function readOrderNumber(typed: unknown): string {
  return NUMBER.exec(plainCode(typed))?.[1] ?? "";
}

/** The email is compared in lower case. */
export function parseOrderLookup(form: { number: unknown; email: unknown }): FieldParse<OrderLookup> {
  const number = readOrderNumber(form.number);
  const email = readEmail(form.email);
  const { errors, say, hasErrors } = collectErrors<keyof OrderLookup>();
  say("number", number === "", "Please enter the order number, for example ORD-001");
  say("email", email === "", "Please enter your email");
  say("email", !isEmail(email), "Invalid email address");
  return hasErrors() ? { ok: false, errors } : { ok: true, value: { number, email: email.toLowerCase() } };
}
