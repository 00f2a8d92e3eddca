// What a customer asks for when something is wrong with an order: which lines, why, and whether they want their money
// back or another piece. The same rules in the browser and on the server.
import { CONTACT_MESSAGE_MAX } from "../messages/contact-message.ts";
import { itemName } from "../product/item-name.ts";
import { collectErrors, type FieldErrors, type FieldParse } from "../text/fields.ts";
import { paragraphs } from "../text/paragraphs.ts";
import { type Order, type OrderItem, type OrderStatus, orderNumber } from "./order.ts";
import { piecesKept } from "./pieces.ts";

export const returnWishes = { return: "Return", exchange: "Exchange" } as const;
export type ReturnWish = keyof typeof returnWishes;

export const returnReasons = {
  "too-small": "Too small",
  "too-large": "Too large",
  different: "Not as shown",
  faulty: "Damaged or faulty",
  wrong: "Not what I ordered",
  "changed-mind": "I changed my mind",
  other: "Something else",
} as const;
export type ReturnReason = keyof typeof returnReasons;

export const RETURN_NOTE_MAX = 2_000;

/** `lines`: places in the order's list of items, counted from 0. */
export type ReturnRequest = { lines: number[]; wish: ReturnWish; reason: ReturnReason; note: string };
export type ReturnField = keyof ReturnRequest;
export type ReturnErrors = FieldErrors<ReturnField>;

/** Paid, and not all of it paid back. */
const returnable: readonly OrderStatus[] = ["paid", "partially_refunded", "disputed"];

export function isReturnable({ status, fulfillment }: Pick<Order, "status" | "fulfillment">): boolean {
  return returnable.includes(status) && fulfillment !== "canceled";
}

/** Texts of a form → a request about an order of `lineCount` lines, or an error per wrong field. */
export function parseReturnRequest(
  sent: { lines: string[]; wish: string; reason: string; note: string },
  lineCount: number,
): FieldParse<ReturnRequest> {
  const { errors, say, hasErrors } = collectErrors<ReturnField>();
  const lines = [...Array(lineCount).keys()].filter((line) => sent.lines.includes(String(line)));
  const wish = keyIn(returnWishes, sent.wish);
  const reason = keyIn(returnReasons, sent.reason);
  const note = paragraphs(sent.note);
  say("lines", lines.length === 0, "Choose at least one item");
  say("wish", wish === null, "Choose return or exchange");
  say("reason", reason === null, "Choose a reason");
  say("note", reason === "other" && note === "", "Tell us what is wrong");
  say("note", wish === "exchange" && note === "", "Tell us what you would like instead");
  say("note", note.length > RETURN_NOTE_MAX, "Use at most 2,000 characters");
  if (hasErrors() || wish === null || reason === null) return { ok: false, errors };
  return { ok: true, value: { lines, wish, reason, note } };
}

function keyIn<Key extends string>(texts: Record<Key, string>, sent: string): Key | null {
  return Object.hasOwn(texts, sent) ? (sent as Key) : null;
}

/** The request as a message in the owner's inbox. */
export function tellReturnRequest(
  { number, items }: { number: number; items: OrderItem[] },
  { lines, wish, reason, note }: ReturnRequest,
): { subject: string; message: string } {
  const asked = items.filter((item, line) => lines.includes(line) && piecesKept(item) > 0);
  const parts = [
    `${returnWishes[wish]}, order ${orderNumber(number)}`,
    `Reason: ${returnReasons[reason]}`,
    ...(note ? [note] : []),
    asked.map((item) => `${piecesKept(item)} × ${itemName(item)}`).join("\n"),
  ];
  return {
    subject: `${returnWishes[wish]}: ${orderNumber(number)}`,
    message: parts.join("\n\n").slice(0, CONTACT_MESSAGE_MAX),
  };
}
