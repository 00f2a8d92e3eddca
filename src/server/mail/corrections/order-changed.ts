import { html } from "hono/html";
import { UNDO_HOURS_MIN } from "#domain/order/links/email-undo.ts";
import { orderNumber } from "#domain/order/order.ts";
import { linesWith, piecesKept } from "#domain/order/units.ts";
import { button, paragraph, say, writeLetter } from "../letters/frame.ts";
import type { Letter, OrderLetter } from "../letters/letter.ts";
import { greet, offerHelp, piecesOf, shipsTo } from "../letters/order-parts.ts";

/**
 * What was changed; of a swap or an exchange, the pieces in words; of an email that was changed by the order's link, the id
 * of the change, so that it can be undone.
 */
type Change =
  | { what: "address" }
  | { what: "email"; undo: string | null }
  | { what: "swap" | "exchange"; before: string; after: string };

/** What a queued mail says that was changed. */
export function changeOf(payload: unknown): Change {
  const { what, before, after, undo } = (payload ?? {}) as Record<string, unknown>;
  if (what === "swap" || what === "exchange")
    return { what, before: String(before ?? ""), after: String(after ?? "") };
  if (what === "email") return { what, undo: typeof undo === "string" ? undo : null };
  return { what: "address" };
}

/** `undoPage`: where the change of the email is undone; left out: it can't be. */
type ChangeLetter = OrderLetter & { change: Change; undoPage?: string | null };

/** To the customer whose order was corrected. */
export function orderChanged(letter: ChangeLetter): Letter {
  const { order, store, orderPage, change } = letter;
  const number = orderNumber(order.number);
  const title = "Your order was changed";
  if (change.what === "email") return emailChanged(letter);
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

/** To the email that the order had before, perhaps a stranger's, so the mail names nobody and shows nothing of the order. */
function emailChanged(letter: ChangeLetter): Letter {
  const { order, store, undoPage = null } = letter;
  const number = orderNumber(order.number);
  return writeLetter(letter, {
    subject: `The email for your ${store.storeName} order ${number} was changed`,
    title: "Your email was changed",
    preheader: `Emails about order ${number} go to another address now.`,
    blocks: [
      say(
        `The email address of order ${number} was changed. Emails about it go to the new address from now on.`,
      ),
      undoPage && {
        text: `Wasn't you? Undo the change:\n${undoPage}\n\n${UNTIL}`,
        html: html`${paragraph("Wasn't you?")}${button(undoPage, "Undo the change")}${paragraph(UNTIL)}`,
      },
      offerHelp(letter, undoPage ? "Does the link no longer work?" : "Wasn't you?"),
    ],
  });
}

const UNTIL = `You can undo it until the order ships, and for ${UNDO_HOURS_MIN} hours at least.`;
