import { href } from "react-router";
import { type HelpTopic, helpTopicOf } from "#domain/search/help-topics.ts";

const pages: Record<HelpTopic, { to: string; label: string }> = {
  orders: { to: href("/orders"), label: "Find your order" },
  shipping: { to: href("/shipping"), label: "Shipping & returns" },
  "size-guide": { to: href("/size-guide"), label: "Size guide" },
  contact: { to: href("/contact"), label: "Contact us" },
  terms: { to: href("/terms"), label: "Terms of service" },
  privacy: { to: href("/privacy"), label: "Privacy policy" },
};

/** The page that answers the query; null if it is about products. */
export function helpLinkFor(typed: string): { to: string; label: string } | null {
  const topic = helpTopicOf(typed);
  return topic && pages[topic];
}
