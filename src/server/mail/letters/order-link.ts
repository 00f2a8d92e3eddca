import { html } from "hono/html";
import { orderNumber } from "#domain/order/order.ts";
import { button, link, paragraph, say, writeLetter } from "./frame.ts";
import { type Letter, type OrderLetter, pageUrl } from "./letter.ts";
import { greet } from "./order-parts.ts";

/** To the customer who entered the order's number and this email: the link to the order's page. */
export function orderLink(letter: OrderLetter): Letter {
  const { order, store, orderPage } = letter;
  const number = orderNumber(order.number);
  const page = orderPage ?? pageUrl(letter, "/contact");
  return writeLetter(letter, {
    subject: `Link to your ${store.storeName} order ${number}`,
    title: "Your order link",
    preheader: `View order ${number} online.`,
    blocks: [
      greet(
        letter,
        `Here's the link to your order ${number}. It shows your items, the shipping address, and the order's status.`,
      ),
      { text: page, html: button(page, "View your order") },
      say(
        "Keep this link private: anyone who has it can see the order. Didn't ask for it? You can ignore this email.",
      ),
      { html: paragraph(html`Button not working? Open this link: ${link(page, page)}`) },
    ],
  });
}
