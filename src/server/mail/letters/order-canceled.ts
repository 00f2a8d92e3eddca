import { type Cents, formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { say, writeLetter } from "./frame.ts";
import type { Letter, OrderLetter } from "./letter.ts";
import { greet, itemsSold, offerHelp, REFUND_TIMING, seeOrder } from "./order-parts.ts";

type CanceledLetter = OrderLetter & {
  /** The refund of the cancellation; null if there was nothing left to refund. `stands`: false if it failed. */
  refund: { amount: Cents; stands: boolean } | null;
};

/** To the customer whose paid order was canceled: it won't ship, and how it is refunded. */
export function orderCanceled(letter: CanceledLetter): Letter {
  const { order, store, refund } = letter;
  const number = orderNumber(order.number);
  return writeLetter(letter, {
    subject: `Your ${store.storeName} order ${number} has been canceled`,
    title: "Your order has been canceled",
    preheader: `Order ${number} won't ship.`,
    blocks: [
      greet(letter, `Your order ${number} has been canceled and won't ship.`),
      refund && say(formatRefund(refund)),
      seeOrder(letter),
      itemsSold(letter, "Your order:"),
      offerHelp(letter, "Didn't expect this?"),
    ],
  });
}

function formatRefund({ amount, stands }: { amount: Cents; stands: boolean }): string {
  if (!stands) return "Your refund didn't go through right away. We're looking into it and will email you.";
  return `We refunded ${formatMoney(amount)} to your original payment method. ${REFUND_TIMING}`;
}
