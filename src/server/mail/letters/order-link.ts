import { html } from "hono/html";
import { orderNumber } from "#domain/order/order.ts";
import { button, link, paragraph, say, writeLetter } from "./frame.ts";
import { type Letter, type OrderLetter, pageUrl } from "./letter.ts";
import { greet } from "./order-parts.ts";

/** To the customer who asked for it with the order's number and this email: the link to the order's page. */
export function orderLink(letter: OrderLetter): Letter {
  const { order, store, orderPage } = letter;
  const number = orderNumber(order.number);
  const page = orderPage ?? pageUrl(letter, "/contact");
  return writeLetter(letter, {
    subject: `Your ${store.storeName} order ${number}: the link to it`,
    title: "Find your order",
    preheader: `The link to your order ${number}.`,
    blocks: [
      greet(
        letter,
        `here is the link to your order ${number}. It shows what you bought, where it goes and how it is doing.`,
      ),
      { text: page, html: button(page, "See your order") },
      say(
        "The link is yours alone: whoever has it can see the order. You did not ask for it? Then you can ignore this mail.",
      ),
      { html: paragraph(html`The button does not work? Open this address: ${link(page, page)}`) },
    ],
  });
}
