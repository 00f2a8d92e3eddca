// Questions that shoppers type into the search instead of products: the page that answers each.
import { readOrderNumber } from "../order/links/order-lookup.ts";

export type HelpTopic = "orders" | "shipping" | "size-guide" | "contact" | "privacy";

const topics: readonly [HelpTopic, RegExp][] = [
  [
    "orders",
    /\b(?:my|find|track|where is|status of)\b.*\b(?:order|package|parcel|shipment)\b|\border (?:status|number)\b|\btrack(?:ing)?\b|^orders?$/,
  ],
  ["shipping", /\b(?:returns?|refunds?|exchanges?|return policy|shipping|delivery|ship to|postage)\b/],
  ["size-guide", /\bsiz(?:e|ing) (?:guide|chart|help)\b|^(?:sizing|sizes|size|measurements?)$/],
  ["contact", /^(?:contact(?: us)?|phone(?: number)?|email|customer service|support|help|hours|address)$/],
  ["privacy", /^(?:privacy(?: policy)?|cookies?)$/],
];

/** The page that answers what was typed; null where it is about products. */
export function helpTopicOf(typed: string): HelpTopic | null {
  const text = typed.trim().toLowerCase();
  if (/^(?:ord|order|#)/.test(text) && readOrderNumber(text) !== "") return "orders";
  return topics.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
