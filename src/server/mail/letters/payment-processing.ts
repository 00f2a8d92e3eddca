import { formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { button, say, writeLetter } from "./frame.ts";
import type { Letter, OrderLetter } from "./letter.ts";
import { greet, itemsSold, scorecard } from "./order-parts.ts";

/** To the customer while the bank is processing the payment: the order exists, so there's no need to order again. */
export function paymentProcessing(letter: OrderLetter): Letter {
  const { order, store, orderPage } = letter;
  const number = orderNumber(order.number);
  const state = `We received your order ${number}, and your bank is still processing the payment of ${formatMoney(order.total)}. Some payments take minutes, others a few days.`;
  const next =
    "You don't need to do anything, and there's no need to order again. We'll email you as soon as the payment goes through or fails.";
  return writeLetter(letter, {
    subject: `Payment in progress for your ${store.storeName} order ${number}`,
    title: "Your payment is in progress",
    preheader: `You don't need to do anything. We'll email you about order ${number}.`,
    blocks: [
      greet(letter, state),
      say(next),
      { html: scorecard(letter) },
      orderPage && {
        text: `Check on your order anytime:\n${orderPage}`,
        html: button(orderPage, "View your order"),
      },
      itemsSold(letter),
    ],
  });
}
