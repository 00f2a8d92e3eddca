import { html } from "hono/html";
import { type Cents, formatMoney } from "#domain/money/money.ts";
import { UNDO_HOURS_MIN } from "#domain/order/links/email-undo.ts";
import { orderNumber } from "#domain/order/order.ts";
import { linesWith, unitsKept } from "#domain/order/units.ts";
import { button, paragraph, say, writeLetter } from "../letters/frame.ts";
import type { Letter, OrderLetter } from "../letters/letter.ts";
import { greet, itemList, offerHelp, seeOrder, shipsTo } from "../letters/order-parts.ts";

/**
 * What was changed. For a swap or an exchange: the units in words. For an email changed through the order's link: the
 * id of the change, so that it can be undone.
 */
type Change =
  | { what: "address" }
  | { what: "email"; undo: string | null }
  | { what: "swap" | "exchange"; before: string; after: string }
  | { what: "withdrawn"; before: string; after: string; amount: Cents };

/** The change that a queued email is about. */
export function changeOf(payload: unknown): Change {
  const { what, before, after, undo, amount } = (payload ?? {}) as Record<string, unknown>;
  if (what === "swap" || what === "exchange")
    return { what, before: String(before ?? ""), after: String(after ?? "") };
  if (what === "withdrawn")
    return { what, before: String(before ?? ""), after: String(after ?? ""), amount: Number(amount ?? 0) };
  if (what === "email") return { what, undo: typeof undo === "string" ? undo : null };
  return { what: "address" };
}

/** `undoPage`: the page that undoes the email change; omitted if it can't be undone. */
type ChangeLetter = OrderLetter & { change: Change; undoPage?: string | null };

/** To the customer whose order was corrected. */
export function orderChanged(letter: ChangeLetter): Letter {
  const { order, store, change } = letter;
  const number = orderNumber(order.number);
  const title = "Your order was changed";
  if (change.what === "email") return emailChanged(letter);
  if (change.what === "withdrawn") return changeWithdrawn(letter, change);
  if (change.what === "exchange") {
    return writeLetter(letter, {
      subject: `Your exchange for ${store.storeName} order ${number}`,
      title: "We're packing your exchange",
      preheader: `${change.after} in exchange for ${change.before}.`,
      blocks: [
        greet(letter, `We received your return from order ${number}: ${change.before}.`),
        say(`We're sending you ${change.after} in exchange, at no charge. We'll email you when it ships.`),
        seeOrder(letter),
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
        ? itemList(letter, "Your order now", linesWith(order.items, unitsKept))
        : shipsTo(letter),
      seeOrder(letter),
      offerHelp(letter, "Didn't make this change?"),
    ],
  });
}

/** To a customer with an open extra payment, once it can't be paid anymore. */
function changeWithdrawn(letter: ChangeLetter, change: Extract<Change, { what: "withdrawn" }>): Letter {
  const { order, store } = letter;
  const number = orderNumber(order.number);
  const amount = formatMoney(change.amount);
  return writeLetter(letter, {
    subject: `You no longer need to pay ${amount} for ${store.storeName} order ${number}`,
    title: "The change was withdrawn",
    preheader: `${change.before} stays in your order.`,
    blocks: [
      greet(
        letter,
        `We have withdrawn the change of your order ${number}: ${change.after} instead of ${change.before}.`,
      ),
      say(`You no longer need to pay ${amount}, and nothing was charged for it.`),
      seeOrder(letter),
      offerHelp(letter, "Still want the change?"),
    ],
  });
}

/** To the old address, which may be a stranger's: the email names no customer and shows nothing of the order. */
function emailChanged(letter: ChangeLetter): Letter {
  const { order, store, undoPage = null } = letter;
  const number = orderNumber(order.number);
  return writeLetter(letter, {
    subject: `New email address for ${store.storeName} order ${number}`,
    title: "Your email address was changed",
    preheader: "Future emails about this order go to the new address.",
    blocks: [
      say(
        `The email address for order ${number} was changed. From now on, we send emails about it to the new address.`,
      ),
      undoPage && {
        text: `Didn't make this change? Undo it:\n${undoPage}\n\n${UNTIL}`,
        html: html`${paragraph("Didn't make this change?")}${button(undoPage, "Undo the change")}${paragraph(UNTIL)}`,
      },
      offerHelp(letter, undoPage ? "Link no longer working?" : "Didn't make this change?"),
    ],
  });
}

const UNTIL = `You can undo it until the order ships, and for at least ${UNDO_HOURS_MIN} hours.`;
