import { html } from "hono/html";
import { orderNumber } from "#domain/order/order.ts";
import { button, link, paragraph, say, writeLetter } from "../letters/frame.ts";
import type { Letter, OrderLetter } from "../letters/letter.ts";
import { greet } from "../letters/order-parts.ts";

/** `names`: what the customer kept; `page`, `unsubscribe`: URLs. */
type ReviewLetter = OrderLetter & { names: string; page: string; unsubscribe: string };

/** To the customer, once, some days after the parcel came: what is it like? */
export function reviewRequest(letter: ReviewLetter): Letter {
  const { order, store, names, page, unsubscribe } = letter;
  const number = orderNumber(order.number);
  return writeLetter(letter, {
    subject: `How is your ${store.storeName} order ${number}?`,
    title: "How do you like it?",
    preheader: "A few words of yours help others to choose, and to find their size.",
    blocks: [
      greet(
        letter,
        `you have had a few days with your order ${number}. How is it? A few words of yours help others to choose, and to find their size.`,
      ),
      { text: names, html: paragraph(html`<strong>${names}</strong>`) },
      { text: `Write a review (this link is yours alone):\n${page}`, html: button(page, "Write a review") },
      say(
        "Say what you think, good or bad. We show it with the name you choose, after we have looked at it.",
      ),
      {
        text: `We ask once for each order. To be asked no more:\n${unsubscribe}`,
        html: paragraph(html`We ask once for each order. ${link(unsubscribe, "Don't ask me again")}`),
      },
    ],
  });
}
