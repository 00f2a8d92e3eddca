import { html } from "hono/html";
import { formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { button, link, paragraph, say, writeLetter } from "./frame.ts";
import { type Letter, type OrderLetter, pageUrl } from "./letter.ts";
import { greet, itemsSold } from "./order-parts.ts";

/** To the customer whose payment failed: nothing was charged, nothing ships, how to try again. */
export function paymentFailed(letter: OrderLetter): Letter {
  const { order, store, orderPage } = letter;
  const number = orderNumber(order.number);
  const state = `the payment of ${formatMoney(order.total)} for your order ${number} did not go through. You were not charged, and nothing will be shipped.`;
  const pending =
    "If your bank shows the amount as pending, it is only reserved; your bank releases it by itself, usually within a few days.";
  const next =
    "Would you still like these items? Please order again, with another card or way to pay. If the payment fails once more, your bank can tell you why.";
  const shopPage = pageUrl(letter, "/shop");
  return writeLetter(letter, {
    subject: `You were not charged: payment failed for ${store.storeName} order ${number}`,
    title: "Your payment did not go through",
    preheader: `You were not charged for order ${number}.`,
    blocks: [
      greet(letter, state),
      say(pending),
      { text: `${next}\n${shopPage}`, html: html`${paragraph(next)}${button(shopPage, "Back to the shop")}` },
      orderPage && {
        text: `What happened to the order:\n${orderPage}`,
        html: paragraph(link(orderPage, "What happened to the order")),
      },
      itemsSold(letter),
    ],
  });
}
