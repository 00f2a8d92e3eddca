import { tellArrival } from "#domain/checkout/delivery.ts";
import { formatMoney } from "#domain/money/money.ts";
import { orderNumber, paidInAll } from "#domain/order/order.ts";
import { piecesToSend } from "#domain/order/units.ts";
import { button, say, writeLetter } from "./frame.ts";
import { greetedName, type Letter, type OrderLetter } from "./letter.ts";
import { arrives, howToReturn, itemsSold, offerHelp, scorecard, shipsTo } from "./order-parts.ts";

/**
 * To the customer, once the payment is in: what was bought, what it cost, where it goes; and again when its email was
 * corrected, or the owner asks for it. Then a part may have left, or its money gone back, and it promises nothing more.
 * Queued by db/functions/checkout/bring-order-to-payment.sql.
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
    title: "Your order is in",
    preheader: `${isToCome ? `Arrives ${tellArrival(order.arrival)}. ` : ""}Order ${number}, ${paid}.`,
    blocks: [
      say(isToCome ? `${thanks}, and your order is being prepared.` : `${thanks}.`),
      { text: `Order ${number}`, html: scorecard(letter) },
      isToCome ? arrives(letter) : null,
      orderPage && {
        text: `See how your order is doing at any time (this link is yours alone):\n${orderPage}`,
        html: button(orderPage, "See your order"),
      },
      itemsSold(letter),
      shipsTo(letter),
      howToReturn(letter),
      offerHelp(letter, "Any other question?"),
    ],
  });
}

/** Nothing of it has left yet, and something will. */
function isAllToCome({ status, parcels, items }: OrderLetter["order"]): boolean {
  return status !== "refunded" && parcels.length === 0 && items.some((item) => piecesToSend(item) > 0);
}
