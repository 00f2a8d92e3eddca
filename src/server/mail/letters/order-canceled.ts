import { type Cents, formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { button, say, writeLetter } from "./frame.ts";
import type { Letter, OrderLetter } from "./letter.ts";
import { greet, itemsSold, offerHelp } from "./order-parts.ts";

type CanceledLetter = OrderLetter & {
  /** What goes back with it; null: no money was left to give back. `stands`: false when it has failed. */
  refund: { amount: Cents; stands: boolean } | null;
};

/** To the customer of a paid order that was canceled: it will not come, and what becomes of the money. */
export function orderCanceled(letter: CanceledLetter): Letter {
  const { order, store, orderPage, refund } = letter;
  const number = orderNumber(order.number);
  return writeLetter(letter, {
    subject: `Your ${store.storeName} order ${number} is canceled`,
    title: "Your order is canceled",
    preheader: `Order ${number} will not come.`,
    blocks: [
      greet(letter, `we have canceled your order ${number}. It will not come.`),
      refund && say(tellMoney(refund)),
      orderPage && {
        text: `See your order (this link is yours alone):\n${orderPage}`,
        html: button(orderPage, "See your order"),
      },
      itemsSold(letter, "The order was:"),
      offerHelp(letter, "Is this a surprise to you?"),
    ],
  });
}

function tellMoney({ amount, stands }: { amount: Cents; stands: boolean }): string {
  if (!stands)
    return "Sending your money back did not work at once. We are looking into it and will write to you.";
  return `${formatMoney(amount)} goes back the way you paid. Banks usually show it within 5 to 10 business days, some as a new entry, some by taking the old one away.`;
}
