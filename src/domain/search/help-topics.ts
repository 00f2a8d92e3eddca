// Questions that shoppers type into the search instead of products: the page that answers each.
import { readOrderNumber } from "../order/links/order-lookup.ts";

export type HelpTopic = "orders" | "shipping" | "size-guide" | "contact" | "privacy" | "terms";

const topics: readonly [HelpTopic, RegExp][] = [
  [
    "orders",
    /\b(?:my|find|track|where is|where's|status of|cancel|change)\b.*\b(?:orders?|package|parcel|shipment)\b|\border (?:status|number|history)\b|\btrack(?:ing)?\b|^orders?$|^(?:my )?account$|^(?:log ?in|sign ?in)$/,
  ],
  ["shipping", /\b(?:returns?|refunds?|exchanges?|return policy|shipping|delivery|ship to|postage)\b/],
  [
    "size-guide",
    /\bsiz(?:e|ing) (?:guide|chart|help)\b|\b(?:what|which) sizes?\b|\bhow (?:does|do|will) (?:it|they|this|these) fit\b|^fit(?: guide)?$|^(?:sizing|sizes|size|measurements?)$/,
  ],
  [
    "contact",
    /^(?:contact(?: us)?|phone(?: number)?|email|customer service|support|help|faqs?|address|about(?: us)?|careers?|jobs?|wholesale)$|\b(?:store|shop|opening|business) (?:hours|locations?|locator)\b|^(?:hours|locations?|stores?)$|\bwhere are you\b|\b(?:gift ?cards?|e-?gift ?cards?|price match|warranty|guarantee)\b|\b(?:coupons?|vouchers?|(?:promo|discount|coupon)(?:tion(?:al)?)? codes?)\b/,
  ],
  ["privacy", /^(?:privacy(?: policy)?|cookies?)$/],
  ["terms", /^terms(?: (?:of service|of use|and conditions))?$/],
];

/** The page that answers what was typed; null where it is about products. */
export function helpTopicOf(typed: string): HelpTopic | null {
  const text = typed.trim().toLowerCase();
  if (/^(?:ord|#)/.test(text) && readOrderNumber(text) !== "") return "orders";
  return topics.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
