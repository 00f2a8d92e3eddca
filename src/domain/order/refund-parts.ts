// What the pieces of a refund are worth. The order's tax is shared out among its lines by the largest remainder, and
// within a line each number of pieces has one value; a refund gives back the difference to what earlier refunds gave.
// So whoever refunds an order piece by piece, in whichever sequence, and with failed tries in between, gives back
// exactly what was charged. The form shows the total by the same rule by which the server decides it.
import type { Cents } from "../money/money.ts";
import type { OrderItem } from "./order.ts";
import { piecesToSend, piecesWithShopper } from "./pieces.ts";

/** A line, and what refunds that stand have given back of it. */
export type RefundableLine = Pick<
  OrderItem,
  "id" | "name" | "variation" | "quantity" | "price" | "discount" | "refunded" | "canceled" | "sent"
> & {
  goodsBack: Cents;
  taxBack: Cents;
  /** Pieces that were swapped for others; they are not in `quantity`, and what they were worth counts as given back. */
  swapped?: number;
  /** The tax of a line that replaces another. Lines that were sold share the order's. */
  ownTax?: Cents;
  /** Its option still exists, so that pieces can go back on the shelf. */
  hasShelf: boolean;
};

/** An order as its refunds see it. `shippingTax`: of the tax, what is on the shipping; left out: nothing. */
export type RefundableOrder = {
  tax: Cents;
  shippingTax?: Cents;
  /** In percent. Null or left out: of an order from before rates were kept. */
  taxRate?: number | null;
  shipping: Cents;
  /** By refunds that stand. */
  shippingBack: Cents;
  shippingTaxBack?: Cents;
  lines: RefundableLine[];
};

/** Pieces of a line: those that have not left, and those that were sent. */
export type AskedPieces = { unsent: number; sent: number };

/** By the id of the line. */
export type AskedRefund = { pieces: Readonly<Record<string, AskedPieces>>; shipping: Cents };

/** What one line of a refund gives back. `unsent`: of the pieces, those that had not left. */
export type RefundLine = { itemId: string; pieces: number; unsent: number; goods: Cents; tax: Cents };

/** `shippingTax`: of the tax, what is on the shipping. */
export type RefundParts = {
  lines: RefundLine[];
  goods: Cents;
  tax: Cents;
  shipping: Cents;
  shippingTax: Cents;
};

export type PartsRefusal =
  | { ok: false; reason: "unknown_line" }
  | { ok: false; reason: "too_many_pieces"; itemId: string; left: number }
  | { ok: false; reason: "too_much_shipping"; left: Cents };

/** How many pieces of a line can still be refunded. */
export function piecesLeft(line: RefundableLine): AskedPieces {
  return {
    unsent: Math.min(piecesToSend(line), line.quantity - line.refunded),
    sent: piecesWithShopper(line),
  };
}

type Paid = Pick<RefundableLine, "price" | "quantity" | "discount" | "swapped">;

/** The pieces that the line was sold with. */
function piecesSold({ quantity, swapped = 0 }: Pick<Paid, "quantity" | "swapped">): number {
  return quantity + swapped;
}

/** What was paid for the whole line, after its part of the order's discount. */
function paidFor(line: Paid): Cents {
  return line.price * piecesSold(line) - (line.discount ?? 0);
}

/** What was paid for so many pieces of a line, in cents, rounded down; for all of them exactly what was paid. */
export function valueOfPieces(line: Paid, pieces: number): Cents {
  return share(paidFor(line), pieces, piecesSold(line));
}

/** The tax by line, in the sequence of the lines; those that were sold have together exactly what was charged on goods. */
export function taxByLine({
  tax,
  shippingTax = 0,
  lines,
}: Pick<RefundableOrder, "tax" | "shippingTax"> & {
  lines: (Paid & Pick<RefundableLine, "ownTax">)[];
}): Cents[] {
  const shared = shareTax(tax - shippingTax, lines.filter(({ ownTax }) => ownTax === undefined).map(paidFor));
  return lines.map(({ ownTax }) => ownTax ?? shared.shift() ?? 0);
}

function shareTax(tax: Cents, paid: Cents[]): Cents[] {
  const whole = paid.reduce((sum, cents) => sum + cents, 0);
  if (whole === 0) return paid.map((_, index) => (index === 0 ? tax : 0));
  const shares = paid.map((cents) => share(tax, cents, whole));
  const rests = paid.map((cents, index) => ({ index, rest: (BigInt(tax) * BigInt(cents)) % BigInt(whole) }));
  rests.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  const missing = tax - shares.reduce((sum, cents) => sum + cents, 0);
  for (const { index } of rests.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** The parts of a refund, or why it can't be. Counts must be whole numbers from 0 on, the shipping whole cents. */
export function refundParts(
  order: RefundableOrder,
  asked: AskedRefund,
): ({ ok: true } & RefundParts) | PartsRefusal {
  const known = new Set(order.lines.map(({ id }) => id));
  if (Object.keys(asked.pieces).some((id) => !known.has(id))) return { ok: false, reason: "unknown_line" };
  const shippingLeft = order.shipping - order.shippingBack;
  if (!isCount(asked.shipping, shippingLeft))
    return { ok: false, reason: "too_much_shipping", left: shippingLeft };
  const taxes = taxByLine(order);
  const lines: RefundLine[] = [];
  for (const [index, line] of order.lines.entries()) {
    const { unsent, sent } = asked.pieces[line.id] ?? { unsent: 0, sent: 0 };
    const left = piecesLeft(line);
    if (!isCount(unsent, left.unsent) || !isCount(sent, left.sent))
      return { ok: false, reason: "too_many_pieces", itemId: line.id, left: left.unsent + left.sent };
    const pieces = unsent + sent;
    if (pieces === 0) continue;
    const all = line.refunded + (line.swapped ?? 0) + pieces;
    const goods = Math.max(0, valueOfPieces(line, all) - line.goodsBack);
    const tax = Math.max(0, share(taxes[index] ?? 0, all, piecesSold(line)) - line.taxBack);
    lines.push({ itemId: line.id, pieces, unsent, goods, tax });
  }
  const goods = lines.reduce((sum, line) => sum + line.goods, 0);
  const shippingTax = taxOfShipping(order, asked.shipping);
  const tax = lines.reduce((sum, line) => sum + line.tax, shippingTax);
  return { ok: true, lines, goods, tax, shipping: asked.shipping, shippingTax };
}

/** What goes back of the tax on the shipping with so much of the shipping: as with the lines, the difference to earlier refunds. */
function taxOfShipping({ shipping, shippingBack, ...order }: RefundableOrder, asked: Cents): Cents {
  const { shippingTax = 0, shippingTaxBack = 0 } = order;
  if (asked === 0 || shippingTax === 0) return 0;
  return Math.max(0, share(shippingTax, shippingBack + asked, shipping) - shippingTaxBack);
}

/** What parts come to. */
export function sumOfParts({ goods, tax, shipping }: Pick<RefundParts, "goods" | "tax" | "shipping">): Cents {
  return goods + tax + shipping;
}

/** A refund of all that is left of an order. */
export function wholeRefund(order: RefundableOrder): AskedRefund {
  return {
    pieces: Object.fromEntries(order.lines.map((line) => [line.id, piecesLeft(line)])),
    shipping: order.shipping - order.shippingBack,
  };
}

/** So many pieces of each line, those first that have not left; more than there are count as all. */
export function unsentFirst(
  order: RefundableOrder,
  pieces: Readonly<Record<string, number>>,
): AskedRefund["pieces"] {
  const asked = order.lines.map((line) => {
    const left = piecesLeft(line);
    const wanted = pieces[line.id] ?? 0;
    const unsent = Math.min(wanted, left.unsent);
    return [line.id, { unsent, sent: Math.min(wanted - unsent, left.sent) }] as const;
  });
  return Object.fromEntries(asked);
}

/** `part` of `whole` of an amount, rounded down; in whole numbers, since a product may outgrow a float. */
function share(amount: Cents, part: number, whole: number): Cents {
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}

function isCount(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= max;
}
