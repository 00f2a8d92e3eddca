import { type Cents, formatMoney } from "#domain/money/money.ts";
import { orderNumber, paidInAll } from "#domain/order/order.ts";
import { say, writeLetter } from "./frame.ts";
import type { Letter, OrderLetter } from "./letter.ts";
import { greet, itemList, itemsSold, offerHelp, REFUND_TIMING, refundCard, seeOrder } from "./order-parts.ts";

/** `amount`: of this refund. `refundedInAll`: of the order so far, including this refund. */
type RefundLetter = OrderLetter & {
  amount: Cents;
  refundedInAll: Cents;
  /** Quantities by line id; empty when the refund isn't tied to items. */
  quantities: Readonly<Record<string, number>>;
};

function linesOf({ order, quantities }: RefundLetter) {
  return order.items.flatMap((item) =>
    quantities[item.id] ? [{ ...item, quantity: quantities[item.id] ?? 0 }] : [],
  );
}

/** To the customer, once the provider has accepted a refund: how much, how, and when. */
export function orderRefunded(letter: RefundLetter): Letter {
  const { order, store, amount, refundedInAll } = letter;
  const number = orderNumber(order.number);
  const money = formatMoney(amount);
  const paid = paidInAll(order);
  const isWhole = refundedInAll >= paid;
  const state = isWhole
    ? `We refunded ${money} for your order ${number}. Your order is now fully refunded.`
    : `We refunded ${money} for your order ${number}. So far, we have refunded ${formatMoney(refundedInAll)} of ${formatMoney(paid)}.`;
  return writeLetter(letter, {
    subject: `Your refund of ${money} from ${store.storeName}, order ${number}`,
    title: "Your refund is on its way",
    preheader: `${money} for order ${number}, usually within 5 to 10 business days.`,
    blocks: [
      greet(letter, state),
      { html: refundCard(letter, amount) },
      say(`The refund goes to your original payment method. ${REFUND_TIMING}`),
      seeOrder(letter),
      itemList(letter, "Refunded items:", linesOf(letter)),
      itemsSold(letter, "Your order:"),
      offerHelp(letter, "Not there by then, or not the amount you expected?"),
    ],
  });
}
