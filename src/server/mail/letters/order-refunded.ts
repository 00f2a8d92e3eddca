import { html } from "hono/html";
import { type Cents, formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { button, contactLink, paragraph, writeLetter } from "./frame.ts";
import { firstName, type Letter, type OrderLetter, pageUrl } from "./letter.ts";
import { itemsTable, itemsText, refundCard } from "./order-parts.ts";

/** `amount`: what went back with this refund. `refundedInAll`: of the whole order, this one included. */
export type RefundLetter = OrderLetter & { amount: Cents; refundedInAll: Cents };

/** To the customer, once the provider has taken a refund: how much comes back, where and when. */
export function orderRefunded(letter: RefundLetter): Letter {
  const { order, store, orderPage, amount, refundedInAll } = letter;
  const number = orderNumber(order.number);
  const money = formatMoney(amount);
  const isWhole = refundedInAll >= order.total;
  const greeting = `Hello ${firstName(order.address.customer_name)},`;
  const state = isWhole
    ? `we have refunded ${money} for your order ${number}. With that the whole order has been paid back.`
    : `we have refunded ${money} of your order ${number}. So far ${formatMoney(refundedInAll)} of ${formatMoney(order.total)} has been paid back.`;
  const when =
    "The money goes back the way you paid. Banks usually show it within 5 to 10 business days, some as a new entry, some by taking the old one away.";
  const help = `Not there after that, or is the amount not what you expected? Write to us with your order number ${number}.`;
  return writeLetter(letter, {
    subject: `Your refund of ${money} from ${store.storeName}, order ${number}`,
    title: "Your refund is on its way",
    preheader: `${money} for order ${number}, usually within 5 to 10 business days.`,
    text: [
      greeting,
      state,
      when,
      orderPage && `See your order (this link is yours alone):\n${orderPage}`,
      `The order was:\n${itemsText(order)}`,
      `${help}\n${pageUrl(letter, "/contact")}`,
    ],
    body: [
      paragraph(html`${greeting}<br>${state}`),
      refundCard(letter),
      paragraph(when),
      orderPage && button(orderPage, "See your order"),
      itemsTable(letter),
      paragraph(html`${help} ${contactLink(letter)}`),
    ],
  });
}
