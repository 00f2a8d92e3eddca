import { html } from "hono/html";
import { formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { button, contactLink, paragraph, writeLetter } from "./frame.ts";
import { firstName, type Letter, type OrderLetter, pageUrl } from "./letter.ts";
import { addressBlock, addressText, itemsTable, itemsText, scorecard } from "./order-parts.ts";

/**
 * To the customer, once the payment is in: what was bought, what it cost, where it goes.
 * Queued by db/functions/bring-order-to-payment.sql.
 */
export function orderConfirmation(letter: OrderLetter): Letter {
  const { order, store, orderPage } = letter;
  const number = orderNumber(order.number);
  const thanks = `Thank you, ${firstName(order.address.customer_name)}. Your payment of ${formatMoney(order.total)} went through, and your order is being prepared.`;
  const help = `Anything wrong with it? Write to us with your order number ${number}.`;
  return writeLetter(letter, {
    subject: `Your ${store.storeName} order ${number}`,
    title: "Your order is in",
    preheader: `Order ${number}, ${formatMoney(order.total)}: thank you.`,
    text: [
      thanks,
      `Order ${number}`,
      orderPage && `See how your order is doing at any time (this link is yours alone):\n${orderPage}`,
      itemsText(order),
      addressText(order.address),
      `${help}\n${pageUrl(letter, "/contact")}`,
    ],
    body: [
      paragraph(thanks),
      scorecard(order),
      orderPage && button(orderPage, "See your order"),
      itemsTable(letter),
      addressBlock(order.address),
      paragraph(html`${help} ${contactLink(letter)}`),
    ],
  });
}
