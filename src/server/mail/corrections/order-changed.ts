import { orderNumber } from "#domain/order/order.ts";
import { button, say, writeLetter } from "../letters/frame.ts";
import type { Letter, OrderLetter } from "../letters/letter.ts";
import { greet, offerHelp, shipsTo } from "../letters/order-parts.ts";

/**
 * To the customer whose order was corrected. `email`: to the email that it had before, perhaps a stranger's, so the mail
 * names nobody, shows nothing of the order, and leads nowhere.
 */
export function orderChanged(letter: OrderLetter & { what: "address" | "email" }): Letter {
  const { order, store, orderPage, what } = letter;
  const number = orderNumber(order.number);
  const title = "Your order was changed";
  if (what === "email") {
    return writeLetter(letter, {
      subject: `Mails about ${store.storeName} order ${number} go elsewhere now`,
      title,
      preheader: `Its email address was changed.`,
      blocks: [
        say(
          `The email address of order ${number} was changed. From now on, mails about it go to the new address, and this was the last one here.`,
        ),
        offerHelp(letter, "That was not you?"),
      ],
    });
  }
  return writeLetter(letter, {
    subject: `Your ${store.storeName} order ${number} was changed`,
    title,
    preheader: `Order ${number} goes to another address now.`,
    blocks: [
      greet(letter, `your order ${number} goes to another address now.`),
      shipsTo(letter),
      orderPage && {
        text: `See your order (this link is yours alone):\n${orderPage}`,
        html: button(orderPage, "See your order"),
      },
      offerHelp(letter, "That was not you?"),
    ],
  });
}
