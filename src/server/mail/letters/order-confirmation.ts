import { addressLines } from "#domain/address-lines.ts";
import { formatMoney } from "#domain/money.ts";
import { orderNumber } from "#domain/order.ts";
import { button, frame, link, paragraph, textFooter } from "./frame.ts";
import { html } from "./html.ts";
import { firstName, type Letter, type OrderLetter, pageUrl } from "./letter.ts";
import { addressBlock, itemsTable, itemsText, scorecard } from "./order-parts.ts";

/** To the customer, once the payment is in: what was bought, what it cost, where it goes. */
export function orderConfirmation(letter: OrderLetter): Letter {
  const { order, store, orderPage } = letter;
  const number = orderNumber(order.number);
  const thanks = `Thank you, ${firstName(order.address.customer_name)}. Your payment of ${formatMoney(order.total)} went through, and your order is being prepared.`;
  const help = `Anything wrong with it? Write to us with your order number ${number}.`;
  return {
    subject: `Your ${store.storeName} order ${number}`,
    text: [
      thanks,
      "",
      `Order ${number}`,
      ...(orderPage
        ? ["", "See how your order is doing at any time (this link is yours alone):", orderPage]
        : []),
      "",
      itemsText(order),
      "",
      "Ships to:",
      ...addressLines(order.address),
      "",
      help,
      pageUrl(letter, "/contact"),
      "",
      textFooter(letter),
    ].join("\n"),
    html: frame(letter, {
      title: "Your order is in",
      preheader: `Order ${number}, ${formatMoney(order.total)}: thank you.`,
      body: html`${paragraph(thanks)}${scorecard(order)}${orderPage && button(orderPage, "See your order")}${itemsTable(letter)}${addressBlock(order.address)}${paragraph(html`${help} ${link(pageUrl(letter, "/contact"), "Contact us")}`)}`,
    }),
  };
}
