// Warnings to the owner: card testing in the shop, and a payment that a bank suspects is fraud.
import { html } from "hono/html";
import { orderNumber } from "#domain/order/order.ts";
import { button, say, writeLetter } from "./frame.ts";
import { type Letter, type OrderLetter, pageUrl, type Sender } from "./letter.ts";
import { scorecard } from "./order-parts.ts";

/** To the owner: payments are paused for new shoppers. `detail`: the results of recent payments. */
export function ownerCardTesting(sender: Sender, detail: string): Letter {
  const page = pageUrl(sender, "/admin/attention");
  const sentences = [
    `Someone is testing stolen cards in your shop: ${detail}.`,
    "For now, shoppers who haven't bought from you before can't pay. Returning customers can, and completed payments aren't affected. Payments reopen automatically once it stops, usually within half an hour.",
    "You don't need to do anything. If it continues for hours, turn on stricter fraud rules in your Stripe dashboard, under Radar, and check there for payments to refund.",
  ];
  return writeLetter(sender, {
    subject: "Payments paused for new shoppers: someone is testing stolen cards",
    title: "Someone is testing stolen cards",
    preheader: "Shoppers who haven't bought from you before can't pay for now.",
    blocks: [
      ...sentences.map(say),
      { html: button(page, "View your alerts") },
      { text: `View your alerts: ${page}` },
    ],
  });
}

/** To the owner: the card's bank suspects fraud. */
export function ownerFraudWarning(letter: OrderLetter): Letter {
  const number = orderNumber(letter.order.number);
  const page = pageUrl(letter, `/admin/orders/${letter.order.id}`);
  return writeLetter(letter, {
    subject: `Early fraud warning: don’t ship ${number}`,
    title: "Early fraud warning",
    preheader: `The card’s bank suspects that the payment for ${number} is fraudulent.`,
    blocks: [
      say(
        `The card’s bank suspects that the payment for ${number} is fraudulent. Most payments like this become disputes.`,
      ),
      say(
        "Don’t ship the order. Refund it before it becomes a dispute, which costs a fee, or contact the customer.",
      ),
      { html: html`${scorecard(letter)}${button(page, "View the order")}` },
      { text: `View the order: ${page}` },
    ],
  });
}
