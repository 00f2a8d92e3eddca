import { type Cents, formatMoney } from "#domain/money/money.ts";
import { orderNumber, paidInAll } from "#domain/order/order.ts";
import { button, say, writeLetter } from "./frame.ts";
import type { Letter, OrderLetter } from "./letter.ts";
import { greet, itemsSold, offerHelp, piecesOf, refundCard } from "./order-parts.ts";

/** `amount`: of this refund. `refundedInAll`: of the whole order, this refund included. */
type RefundLetter = OrderLetter & {
  amount: Cents;
  refundedInAll: Cents;
  /** Pieces by the id of their line; empty when it was for no certain pieces. */
  pieces: Readonly<Record<string, number>>;
};

function linesOf({ order, pieces }: RefundLetter) {
  return order.items.flatMap((item) =>
    pieces[item.id] ? [{ ...item, quantity: pieces[item.id] ?? 0 }] : [],
  );
}

/** To the customer, once the provider has taken a refund: how much comes back, where and when. */
export function orderRefunded(letter: RefundLetter): Letter {
  const { order, store, orderPage, amount, refundedInAll } = letter;
  const number = orderNumber(order.number);
  const money = formatMoney(amount);
  const paid = paidInAll(order);
  const isWhole = refundedInAll >= paid;
  const state = isWhole
    ? `we have refunded ${money} for your order ${number}. With that the whole order has been paid back.`
    : `we have refunded ${money} of your order ${number}. So far ${formatMoney(refundedInAll)} of ${formatMoney(paid)} has been paid back.`;
  const when =
    "The money goes back the way you paid. Banks usually show it within 5 to 10 business days, some as a new entry, some by taking the old one away.";
  return writeLetter(letter, {
    subject: `Your refund of ${money} from ${store.storeName}, order ${number}`,
    title: "Your refund is on its way",
    preheader: `${money} for order ${number}, usually within 5 to 10 business days.`,
    blocks: [
      greet(letter, state),
      { html: refundCard(letter, amount) },
      say(when),
      orderPage && {
        text: `See your order (this link is yours alone):\n${orderPage}`,
        html: button(orderPage, "See your order"),
      },
      piecesOf(letter, "What it is for:", linesOf(letter)),
      itemsSold(letter, "The order was:"),
      offerHelp(letter, "Not there after that, or is the amount not what you expected?"),
    ],
  });
}
