import { orderNumber } from "#domain/order/order.ts";
import { linesWith, piecesKept } from "#domain/order/units.ts";
import { button, say, writeLetter } from "../letters/frame.ts";
import type { Letter, OrderLetter } from "../letters/letter.ts";
import { greet, offerHelp, piecesOf, shipsTo } from "../letters/order-parts.ts";

/** What was changed; of a swap or an exchange, the pieces in words. */
type Change = { what: "address" | "email" } | { what: "swap" | "exchange"; before: string; after: string };

/** What a queued mail says that was changed. */
export function changeOf(payload: unknown): Change {
  const { what, before, after } = (payload ?? {}) as Record<string, unknown>;
  if (what === "swap" || what === "exchange")
    return { what, before: String(before ?? ""), after: String(after ?? "") };
  return { what: what === "email" ? "email" : "address" };
}

/**
 * To the customer whose order was corrected. `email`: to the email that it had before, perhaps a stranger's, so the mail
 * names nobody, shows nothing of the order, and leads nowhere.
 */
export function orderChanged(letter: OrderLetter & { change: Change }): Letter {
  const { order, store, orderPage, change } = letter;
  const number = orderNumber(order.number);
  const title = "Your order was changed";
  if (change.what === "email") {
    return writeLetter(letter, {
      subject: `Mails about ${store.storeName} order ${number} go elsewhere now`,
      title,
      preheader: "Its email address was changed.",
      blocks: [
        say(
          `The email address of order ${number} was changed. From now on, mails about it go to the new address, and this was the last one here.`,
        ),
        offerHelp(letter, "That was not you?"),
      ],
    });
  }
  if (change.what === "exchange") {
    return writeLetter(letter, {
      subject: `Your exchange for ${store.storeName} order ${number}`,
      title: "Your exchange is being packed",
      preheader: `${change.after} instead of ${change.before}.`,
      blocks: [
        greet(letter, `what you sent back from your order ${number} is with us: ${change.before}.`),
        say(`You get ${change.after} for it, at no charge. We send you a mail as soon as it leaves.`),
        seeOrder(orderPage),
        offerHelp(letter, "Is that not what you wanted?"),
      ],
    });
  }
  const news =
    change.what === "swap"
      ? `in your order ${number} you now get ${change.after} instead of ${change.before}. If that costs less, the difference goes back the way you paid, and we tell you in a mail of its own.`
      : `your order ${number} goes to another address now.`;
  return writeLetter(letter, {
    subject: `Your ${store.storeName} order ${number} was changed`,
    title,
    preheader:
      change.what === "swap"
        ? `${change.after} instead of ${change.before}.`
        : "It goes to another address now.",
    blocks: [
      greet(letter, news),
      change.what === "swap"
        ? piecesOf(letter, "Your order now", linesWith(order.items, piecesKept))
        : shipsTo(letter),
      seeOrder(orderPage),
      offerHelp(letter, "That was not you?"),
    ],
  });
}

function seeOrder(orderPage: string | null) {
  return (
    orderPage && {
      text: `See your order (this link is yours alone):\n${orderPage}`,
      html: button(orderPage, "See your order"),
    }
  );
}
