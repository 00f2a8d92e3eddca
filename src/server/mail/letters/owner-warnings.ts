// What the owner is warned of: stolen cards that are tried out in the shop, and one that a bank has noticed.
import { html } from "hono/html";
import { orderNumber } from "#domain/order/order.ts";
import { button, say, writeLetter } from "./frame.ts";
import { type Letter, type OrderLetter, pageUrl, type Sender } from "./letter.ts";
import { scorecard } from "./order-parts.ts";

/** To the owner: payments are closed to unknown shoppers. `detail`: how payments ended lately. */
export function ownerCardTesting(sender: Sender, detail: string): Letter {
  const page = pageUrl(sender, "/admin/attention");
  const sentences = [
    `Somebody is trying out stolen cards in your shop: ${detail}.`,
    "So shoppers who have not bought from you before can't pay for now. Those who have can go on, and nothing that was paid is lost. Payments open again by themselves once it is quiet, usually within half an hour.",
    "You need not do anything. If it goes on for hours, turn on stricter fraud rules in Stripe's dashboard, under Radar, and look there for payments to refund.",
  ];
  return writeLetter(sender, {
    subject: "Payments are closed to new shoppers: somebody is trying out stolen cards",
    title: "Somebody is trying out stolen cards",
    preheader: "Shoppers who have not bought here before can't pay for now.",
    blocks: [
      ...sentences.map(say),
      { html: button(page, "See what waits for you") },
      { text: `See what waits for you: ${page}` },
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
    preheader: `The card’s bank suspects that the payment of ${number} is fraud.`,
    blocks: [
      say(
        `The card’s bank suspects that the payment of ${number} is fraud. Most such payments become disputes.`,
      ),
      say(
        "Don’t ship the order. Refund it before it becomes a dispute, which costs a fee; or contact the customer.",
      ),
      { html: html`${scorecard(letter)}${button(page, "Open the order")}` },
      { text: `Open the order: ${page}` },
    ],
  });
}
