// A restock request: "Tell me when it's back", for one option of a product and one email. Decision 045.

import { askedOption } from "../product/options/option-names.ts";
import { collectErrors, type FieldErrors, type FieldParse } from "../text/fields.ts";
import { isEmail, readEmail } from "../text/typed/email.ts";

/** Units that came back are offered to as many people as there are units, for so long; then to the next. */
export const RESTOCK_TURN_HOURS = 24;

/** `option` is "" for a product without options; `email` is in lower case. */
export type RestockAsk = { option: string; email: string };

/** `ok` reveals neither who has asked before nor whether the email goes out. */
export type RestockAskOutcome =
  | { ok: true }
  | { ok: false; reason: "invalid"; errors: FieldErrors<"email"> }
  /** `option`: as it is called now. */
  | { ok: false; reason: "in_stock"; option: string }
  | { ok: false; reason: "not_found" | "rate_limited" | "unavailable" };

export function parseRestockAsk(form: { option: unknown; email: unknown }): FieldParse<RestockAsk, "email"> {
  const option = typeof form.option === "string" ? askedOption(form.option) : "";
  const email = readEmail(form.email);
  const { errors, say, hasErrors } = collectErrors<"email">();
  say("email", email === "", "Please enter your email");
  say("email", !isEmail(email), "Invalid email address");
  return hasErrors() ? { ok: false, errors } : { ok: true, value: { option, email: email.toLowerCase() } };
}

/** What the page behind the links of its emails shows. `email` is masked. */
export type RestockRequest = {
  productId: string;
  name: string;
  /** "" for a product without options. */
  option: string;
  image: { url: string; alt: string } | null;
  email: string;
  /** asked: not confirmed yet. told: its email is on its way or delivered. */
  state: "asked" | "waiting" | "told";
  /** Whether its product has a page now. */
  isSold: boolean;
  /** Whether it can be bought now. */
  isBack: boolean;
};
