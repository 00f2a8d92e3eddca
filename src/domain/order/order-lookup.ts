// The form 'Find your order'.
import { isEmail } from "../postal-address/shipping-address.ts";
import { collectErrors, type FieldErrors, type FieldParse } from "../text/fields.ts";

export type OrderLookup = { number: string; email: string };

/** `ok` does not reveal whether such an order exists. */
export type OrderLookupOutcome =
  | { ok: true }
  | { ok: false; reason: "invalid"; errors: FieldErrors<keyof OrderLookup> }
  | { ok: false; reason: "rate_limited" | "unavailable" };

/** Its blanks stand apart, so a long row of them is read once. */
const NUMBER = /^(?:ord(?:\s*-)?\s*|#\s*)?0*(\d{1,15})$/i;

/** "ORD-007", "#7" and "7" are the same number; the email is compared in lower case. */
export function parseOrderLookup(form: { number: unknown; email: unknown }): FieldParse<OrderLookup> {
  const [, number = ""] = NUMBER.exec(String(form.number ?? "").trim()) ?? [];
  const email = String(form.email ?? "").trim();
  const { errors, say, hasErrors } = collectErrors<keyof OrderLookup>();
  say("number", number === "", "Please enter the order number, for example ORD-001");
  say("email", email === "", "Please enter your email");
  say("email", !isEmail(email), "Invalid email address");
  return hasErrors() ? { ok: false, errors } : { ok: true, value: { number, email: email.toLowerCase() } };
}
