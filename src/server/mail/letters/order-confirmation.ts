import { formatArrival } from "#domain/checkout/delivery.ts";
import { formatMoney } from "#domain/money/money.ts";
import { orderNumber, paidInAll } from "#domain/order/order.ts";
import { unitsToSend } from "#domain/order/units.ts";
import { button, say, writeLetter } from "./frame.ts";
import { greetedName, type Letter, type OrderLetter } from "./letter.ts";
import { arrives, howToReturn, itemsSold, offerHelp, scorecard, shipsTo } from "./order-parts.ts";

/**
 * To the customer, once the payment has succeeded: the items, the amount, and the address. It is sent again when the
 * order's email is corrected or the owner resends it. By then something may have shipped or been refunded, so it no
 * longer promises an arrival date. Queued by db/functions/checkout/bring-order-to-payment.sql.
 */
export function orderConfirmation(letter: OrderLetter): Letter {
  const { order, store, orderPage } = letter;
  const number = orderNumber(order.number);
  const paid = formatMoney(paidInAll(order));
  const isToCome = isAllToCome(order);
  const name = greetedName(order.address.customer_name);
  const thanks = `Thank you${name && `,${name}`}. Your payment of ${paid} went through`;
  return writeLetter(letter, {
    subject: `Your ${store.storeName} order ${number}`,
    title: "Your order is confirmed",
    preheader: `${isToCome ? `Arrives ${formatArrival(order.arrival)}. ` : ""}Order ${number}, ${paid}.`,
    blocks: [
      say(isToCome ? `${thanks}, and we're getting your order ready.` : `${thanks}.`),
      { text: `Order ${number}`, html: scorecard(letter) },
      isToCome ? arrives(letter) : null,
      orderPage && {
        text: `Check on your order anytime (this link is private):\n${orderPage}`,
        html: button(orderPage, "View your order"),
      },
      itemsSold(letter),
      shipsTo(letter),
      howToReturn(letter),
      offerHelp(letter, "Any other questions?"),
    ],
  });
}

/** Nothing has shipped yet, and something will. */
function isAllToCome({ status, shipments, items }: OrderLetter["order"]): boolean {
  return status !== "refunded" && shipments.length === 0 && items.some((item) => unitsToSend(item) > 0);
}
