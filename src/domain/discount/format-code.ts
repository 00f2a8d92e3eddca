// What a shopper reads about a code: one sentence for each reason, with what can be done next.
import { type Cents, formatMoney } from "../money/money.ts";

/** Why a code doesn't apply to any cart. A code that is turned off counts as nonexistent. */
export const codeRefusals = [
  "unknown",
  "not_yet",
  "ended",
  "used_up",
  "other_email",
  "used_by_email",
  "too_many_tries",
] as const;
export type CodeRefusal = (typeof codeRefusals)[number];

/** `starts`: the moment in words, of a code that has not started. */
export function formatCodeRefusal(code: string, why: CodeRefusal, starts: string | null = null): string {
  switch (why) {
    case "unknown":
      return `${code} isn't a valid code. Please check the spelling.`;
    case "not_yet":
      return `${code} has not started yet.${starts ? ` It starts ${starts}.` : ""}`;
    case "ended":
      return `${code} has ended.`;
    case "used_up":
      return `${code} has been fully used.`;
    case "other_email":
      return `${code} is for a different email address.`;
    case "used_by_email":
      return `${code} was already used with this email address.`;
    case "too_many_tries":
      return "Too many codes were tried. Please wait ten minutes and try again.";
  }
}

/** Said when a code was there while the shopper looked, and is refused when the payment begins. */
export function formatCodeLost(code: string, why: CodeRefusal, total: Cents): string[] {
  const said = why === "used_up" ? `${code} was just used up.` : formatCodeRefusal(code, why);
  return [said, `Your total without it is ${formatMoney(total)}. Nothing was charged.`];
}

/** Why a code that applies now is not used for a cart. `beaten`: an automatic discount saves more. */
export type CodeUnused =
  | { why: "minimum"; missing: Cents }
  | { why: "other_products" | "too_little_left" | "no_gain" }
  | { why: "beaten"; by: string };

export function formatCodeUnused(code: string, unused: CodeUnused): string {
  switch (unused.why) {
    case "minimum":
      return `Spend ${formatMoney(unused.missing)} more to use ${code}.`;
    case "other_products":
      return `${code} doesn't apply to the products in your cart.`;
    case "too_little_left":
      return `With ${code} the total would be too low to pay by card. Add something to your cart to use it.`;
    case "no_gain":
      return `${code} wouldn't lower your total, so it wasn't applied.`;
    case "beaten":
      return `${unused.by} saves you more than ${code}, so we applied it instead. Each order can have one discount.`;
  }
}
