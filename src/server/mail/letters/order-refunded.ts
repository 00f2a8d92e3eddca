import { type Cents, formatMoney } from "#domain/money.ts";
import { orderNumber } from "#domain/order.ts";
import { button, frame, link, paragraph, textFooter } from "./frame.ts";
import { html } from "./html.ts";
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
  return {
    subject: `Your refund of ${money} from ${store.storeName}, order ${number}`,
    text: [
      greeting,
      "",
      state,
      "",
      when,
      ...(orderPage ? ["", "See your order (this link is yours alone):", orderPage] : []),
      "",
      "The order was:",
      itemsText(order),
      "",
      help,
      pageUrl(letter, "/contact"),
      "",
      textFooter(letter),
    ].join("\n"),
    html: frame(letter, {
      title: "Your refund is on its way",
      preheader: `${money} for order ${number}, usually within 5 to 10 business days.`,
      body: html`${paragraph(html`${greeting}<br>${state}`)}${refundCard(letter)}${paragraph(when)}${orderPage && button(orderPage, "See your order")}${itemsTable(letter)}${paragraph(html`${help} ${link(pageUrl(letter, "/contact"), "Contact us")}`)}`,
    }),
  };
}
