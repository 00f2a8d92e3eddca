import { formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { button, say, writeLetter } from "./frame.ts";
import type { Letter, OrderLetter } from "./letter.ts";
import { greet, itemsSold, scorecard } from "./order-parts.ts";

/** To the customer while the bank is still deciding: the order exists, don't order it again. */
export function paymentProcessing(letter: OrderLetter): Letter {
  const { order, store, orderPage } = letter;
  const number = orderNumber(order.number);
  const state = `we have your order ${number}, and your bank is still working on the payment of ${formatMoney(order.total)}. Some payments take minutes, some a few days.`;
  const next =
    "There is nothing you need to do, and no need to order again. We write to you as soon as the payment went through, or if it did not.";
  return writeLetter(letter, {
    subject: `Payment in progress for your ${store.storeName} order ${number}`,
    title: "Your payment is in progress",
    preheader: `Order ${number}: nothing for you to do, we will write again.`,
    blocks: [
      greet(letter, state),
      say(next),
      { html: scorecard(letter) },
      orderPage && {
        text: `See how it is doing at any time:\n${orderPage}`,
        html: button(orderPage, "See your order"),
      },
      itemsSold(letter),
    ],
  });
}
