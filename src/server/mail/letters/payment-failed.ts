import { html } from "hono/html";
import { formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { button, link, paragraph, say, writeLetter } from "./frame.ts";
import { type Letter, type OrderLetter, pageUrl } from "./letter.ts";
import { greet, itemsSold } from "./order-parts.ts";

/** To the customer whose payment failed: nothing was charged, nothing will ship, and how to try again. */
export function paymentFailed(letter: OrderLetter): Letter {
  const { order, store, orderPage } = letter;
  const number = orderNumber(order.number);
  const state = `The payment of ${formatMoney(order.total)} for your order ${number} didn't go through. You were not charged, and nothing will ship.`;
  const pending =
    "If your bank shows a pending charge, it's only a temporary hold. Your bank will remove it automatically, usually within a few days.";
  const next =
    "Still want these items? Please order again with another card or payment method. If the payment fails again, your bank can tell you why.";
  const shopPage = pageUrl(letter, "/shop");
  return writeLetter(letter, {
    subject: `You were not charged: payment failed for ${store.storeName} order ${number}`,
    title: "Your payment didn't go through",
    preheader: `You were not charged for order ${number}.`,
    blocks: [
      greet(letter, state),
      say(pending),
      { text: `${next}\n${shopPage}`, html: html`${paragraph(next)}${button(shopPage, "Back to the shop")}` },
      orderPage && {
        text: `View your order:\n${orderPage}`,
        html: paragraph(link(orderPage, "View your order")),
      },
      itemsSold(letter),
    ],
  });
}
