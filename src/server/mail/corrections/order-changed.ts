import { orderNumber } from "#domain/order/order.ts";
import { linesWith, piecesKept } from "#domain/order/units.ts";
import { button, say, writeLetter } from "../letters/frame.ts";
import type { Letter, OrderLetter } from "../letters/letter.ts";
import { greet, itemList, offerHelp, shipsTo } from "../letters/order-parts.ts";

/** What was changed; `before` and `after` are the items of a swap or an exchange, in words. */
type Change = { what: "address" | "email" } | { what: "swap" | "exchange"; before: string; after: string };

/** The change that a queued email is about. */
export function changeOf(payload: unknown): Change {
  const { what, before, after } = (payload ?? {}) as Record<string, unknown>;
  if (what === "swap" || what === "exchange")
    return { what, before: String(before ?? ""), after: String(after ?? "") };
  return { what: what === "email" ? "email" : "address" };
}

/**
 * To the customer whose order was corrected. With `email` it goes to the old address, which may be a stranger's: it
 * names no customer, shows nothing of the order, and has no link to it.
 */
export function orderChanged(letter: OrderLetter & { change: Change }): Letter {
  const { order, store, orderPage, change } = letter;
  const number = orderNumber(order.number);
  const title = "Your order was changed";
  if (change.what === "email") {
    return writeLetter(letter, {
      subject: `New email address for ${store.storeName} order ${number}`,
      title,
      preheader: "Future emails about this order go to the new address.",
      blocks: [
        say(
          `The email address for order ${number} was changed. From now on, we send emails about it to the new address. This is the last one to this address.`,
        ),
        offerHelp(letter, "Didn't make this change?"),
      ],
    });
  }
  if (change.what === "exchange") {
    return writeLetter(letter, {
      subject: `Your exchange for ${store.storeName} order ${number}`,
      title: "We're packing your exchange",
      preheader: `${change.after} in exchange for ${change.before}.`,
      blocks: [
        greet(letter, `We received your return from order ${number}: ${change.before}.`),
        say(`We're sending you ${change.after} in exchange, at no charge. We'll email you when it ships.`),
        seeOrder(orderPage),
        offerHelp(letter, "Not what you wanted?"),
      ],
    });
  }
  const news =
    change.what === "swap"
      ? `We changed your order ${number}: it now has ${change.after} instead of ${change.before}. If it costs less, we refund the difference to your original payment method and email you separately.`
      : `Your order ${number} will ship to a different address.`;
  return writeLetter(letter, {
    subject: `Your ${store.storeName} order ${number} was changed`,
    title,
    preheader:
      change.what === "swap"
        ? `${change.after} instead of ${change.before}.`
        : "It will ship to a different address.",
    blocks: [
      greet(letter, news),
      change.what === "swap"
        ? itemList(letter, "Your order now", linesWith(order.items, piecesKept))
        : shipsTo(letter),
      seeOrder(orderPage),
      offerHelp(letter, "Didn't make this change?"),
    ],
  });
}

function seeOrder(orderPage: string | null) {
  return (
    orderPage && {
      text: `View your order (this link is private):\n${orderPage}`,
      html: button(orderPage, "View your order"),
    }
  );
}
