// What a shopper reads about a code: one sentence for each reason, with what can be done next.
import { type Cents, formatMoney } from "../money/money.ts";

/** Why a code gives nothing, whatever is in the cart. A code that is switched off is one that does not exist. */
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
export function tellCodeRefusal(code: string, why: CodeRefusal, starts: string | null = null): string {
  switch (why) {
    case "unknown":
      return `${code} is not a code of this shop. Please check the spelling.`;
    case "not_yet":
      return `${code} has not started yet.${starts ? ` It starts ${starts}.` : ""}`;
    case "ended":
      return `${code} has ended.`;
    case "used_up":
      return `${code} has been used for the last time.`;
    case "other_email":
      return `${code} is for another email address.`;
    case "used_by_email":
      return `${code} was already used with this email address.`;
    case "too_many_tries":
      return "Too many codes were tried from here. Please wait ten minutes and try again.";
  }
}

/** Said when a code was there while the shopper looked, and is refused when the payment begins. */
export function tellCodeLost(code: string, why: CodeRefusal, total: Cents): string[] {
  const said = why === "used_up" ? `${code} was just used for the last time.` : tellCodeRefusal(code, why);
  return [said, `Your total without it is ${formatMoney(total)}. Nothing was charged.`];
}

/** Why a code that applies now is not used for a cart. `beaten`: another discount, which applies by itself, saves more. */
export type CodeUnused =
  | { why: "minimum"; missing: Cents }
  | { why: "other_products" | "too_little_left" | "no_gain" }
  | { why: "beaten"; by: string };

export function tellCodeUnused(code: string, unused: CodeUnused): string {
  switch (unused.why) {
    case "minimum":
      return `Spend ${formatMoney(unused.missing)} more to use ${code}.`;
    case "other_products":
      return `${code} is for other products than those in your cart.`;
    case "too_little_left":
      return `With ${code} too little would be left to pay by card. Add something to your cart to use it.`;
    case "no_gain":
      return `${code} would not make this order cheaper, so it is not used.`;
    case "beaten":
      return `${unused.by} saves you more than ${code}, so it is used instead. Each order has one discount.`;
  }
}
