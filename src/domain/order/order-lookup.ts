// The form 'Find your order'.
import { isEmail } from "../postal-address/shipping-address.ts";
import type { FieldErrors, FieldParse } from "../text/fields.ts";

export type OrderLookup = { number: string; email: string };

/** `sent` says nothing about whether such an order exists. */
export type OrderLookupOutcome =
  | { ok: true }
  | { ok: false; reason: "invalid"; errors: FieldErrors<keyof OrderLookup> }
  | { ok: false; reason: "rate_limited" | "unavailable" };

const NUMBER = /^(?:ord\s*-?\s*|#\s*)?0*(\d{1,15})$/i;

/** "ORD-007", "#7" and "7" are the same number; the address is compared without upper case. */
export function parseOrderLookup(form: { number: unknown; email: unknown }): FieldParse<OrderLookup> {
  const number = NUMBER.exec(String(form.number ?? "").trim())?.[1];
  const email = String(form.email ?? "").trim();
  const errors: FieldErrors<keyof OrderLookup> = {};
  if (number === undefined) errors.number = "Please enter the order number, for example ORD-001";
  if (email === "") errors.email = "Please enter your email";
  else if (!isEmail(email)) errors.email = "Invalid email address";
  if (number === undefined || errors.email) return { ok: false, errors };
  return { ok: true, value: { number, email: email.toLowerCase() } };
}
