import { html } from "hono/html";
import { orderNumber } from "#domain/order/order.ts";
import { button, link, paragraph, say, writeLetter } from "../letters/frame.ts";
import type { Letter, OrderLetter } from "../letters/letter.ts";
import { greet } from "../letters/order-parts.ts";

/** `names`: the items the customer kept; `page`, `unsubscribe`: URLs. */
type ReviewLetter = OrderLetter & { names: string; page: string; unsubscribe: string };

/** To the customer, once, a few days after the shipment arrived. */
export function reviewRequest(letter: ReviewLetter): Letter {
  const { order, store, names, page, unsubscribe } = letter;
  const number = orderNumber(order.number);
  return writeLetter(letter, {
    subject: `How is your ${store.storeName} order ${number}?`,
    title: "How do you like it?",
    preheader: "Your review helps other shoppers choose, and find their size.",
    blocks: [
      greet(
        letter,
        `You've had a few days with your order ${number}. How is it? Your review helps other shoppers choose, and find their size.`,
      ),
      { text: names, html: paragraph(html`<strong>${names}</strong>`) },
      { text: `Write a review (this link is private):\n${page}`, html: button(page, "Write a review") },
      say(
        "Tell us what you think, good or bad. We check every review, then publish it under the name you choose.",
      ),
      {
        text: `We ask once per order. To stop these emails:\n${unsubscribe}`,
        html: paragraph(html`We ask once per order. ${link(unsubscribe, "Don't ask me again")}`),
      },
    ],
  });
}
