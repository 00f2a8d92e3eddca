// The amount of a refund of units. Each unit has what was paid for it and its share of the tax, so refunding an order unit by
// unit, in any sequence, and with failed tries in between, returns exactly what was charged. The form shows the total by
// the same rule by which the server decides it.
import type { Cents } from "../money/money.ts";
import type { OrderItem } from "./order.ts";

/** A unit that no refund that stands pays for, and that was not replaced. */
export type RefundableUnit = {
  id: number;
  /** It left; otherwise it is in the shop. */
  isSent: boolean;
  /** The return that it came back with. */
  returnId: string | null;
  /** What was paid for it, and its share of the tax. */
  goods: Cents;
  tax: Cents;
};

/** An item of an order, with its units in the sequence in which they are refunded. */
export type RefundableLine = Pick<OrderItem, "id" | "name" | "variation" | "price"> & {
  units: RefundableUnit[];
  /** What each of its units would have cost more than its price, and was sent for nothing. */
  gift: Cents;
  /** Its variant still exists, so units can be restocked. */
  hasShelf: boolean;
};

/** An order as its refunds see it. `shippingTax`: the tax on its shipping; left out: none. */
export type RefundableOrder = {
  /** In percent. Null or left out: of an order from before rates were kept. */
  taxRate?: number | null;
  shipping: Cents;
  /** By refunds that stand. */
  shippingBack: Cents;
  shippingTax?: Cents;
  /** By refunds that stand. */
  shippingTaxBack?: Cents;
  lines: RefundableLine[];
};

/** Units of a line: those that have not left, and those that were sent. */
export type AskedUnits = { unsent: number; sent: number };

export type AskedRefund = {
  /** By the id of the line. */
  units: Readonly<Record<string, AskedUnits>>;
  shipping: Cents;
  /** The return that it is for: what came back with it is refunded first. */
  returnId?: string;
};

/** What one line of a refund refunds: these units, and what they come to. */
export type RefundLine = { itemId: string; units: number[]; goods: Cents; tax: Cents };

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
  | { ok: false; reason: "too_many_units"; itemId: string; left: number }
  | { ok: false; reason: "too_much_shipping"; left: Cents };

/** How many units of a line can still be refunded. */
export function unitsLeft({ units }: Pick<RefundableLine, "units">): AskedUnits {
  const sent = units.filter(({ isSent }) => isSent).length;
  return { unsent: units.length - sent, sent };
}

/** The first of the units that have not left and of those that were sent: of these the ones of the return that is asked for. */
function chosenUnits(
  line: RefundableLine,
  { unsent, sent }: AskedUnits,
  returnId?: string,
): RefundableUnit[] {
  const ofReturn = line.units.filter((unit) => unit.isSent && unit.returnId === returnId);
  const others = line.units.filter((unit) => unit.isSent && unit.returnId !== returnId);
  const inShop = line.units.filter(({ isSent }) => !isSent);
  return [...inShop.slice(0, unsent), ...[...ofReturn, ...others].slice(0, sent)];
}

/** The parts of a refund, or why it can't be. Counts must be whole numbers from 0 on, the shipping whole cents. */
export function refundParts(
  order: RefundableOrder,
  asked: AskedRefund,
): ({ ok: true } & RefundParts) | PartsRefusal {
  const known = new Set(order.lines.map(({ id }) => id));
  if (Object.keys(asked.units).some((id) => !known.has(id))) return { ok: false, reason: "unknown_line" };
  const shippingLeft = order.shipping - order.shippingBack;
  if (!isCount(asked.shipping, shippingLeft))
    return { ok: false, reason: "too_much_shipping", left: shippingLeft };
  const lines: RefundLine[] = [];
  for (const line of order.lines) {
    const units = asked.units[line.id] ?? { unsent: 0, sent: 0 };
    const left = unitsLeft(line);
    if (!isCount(units.unsent, left.unsent) || !isCount(units.sent, left.sent))
      return { ok: false, reason: "too_many_units", itemId: line.id, left: left.unsent + left.sent };
    const chosen = chosenUnits(line, units, asked.returnId);
    if (chosen.length === 0) continue;
    const goods = chosen.reduce((sum, unit) => sum + unit.goods, 0);
    const tax = chosen.reduce((sum, unit) => sum + unit.tax, 0);
    lines.push({ itemId: line.id, units: chosen.map(({ id }) => id), goods, tax });
  }
  const goods = lines.reduce((sum, line) => sum + line.goods, 0);
  const shippingTax = taxOfShipping(order, asked.shipping);
  const tax = lines.reduce((sum, line) => sum + line.tax, shippingTax);
  return { ok: true, lines, goods, tax, shipping: asked.shipping, shippingTax };
}

/** The tax refunded with this much of the shipping: the tax on all of it, less what earlier refunds returned. */
function taxOfShipping({ shipping, shippingBack, ...order }: RefundableOrder, asked: Cents): Cents {
  const { shippingTax = 0, shippingTaxBack = 0 } = order;
  if (asked === 0 || shippingTax === 0) return 0;
  const due = Number((BigInt(shippingTax) * BigInt(shippingBack + asked)) / BigInt(shipping));
  return Math.max(0, due - shippingTaxBack);
}

/** What parts come to. */
export function sumOfParts({ goods, tax, shipping }: Pick<RefundParts, "goods" | "tax" | "shipping">): Cents {
  return goods + tax + shipping;
}

/** A refund of all that is left of an order. */
export function wholeRefund(order: RefundableOrder): AskedRefund {
  return {
    units: Object.fromEntries(order.lines.map((line) => [line.id, unitsLeft(line)])),
    shipping: order.shipping - order.shippingBack,
  };
}

/** So many units of each line, those first that have not left; more than there are count as all. */
export function unsentFirst(
  order: RefundableOrder,
  units: Readonly<Record<string, number>>,
): AskedRefund["units"] {
  const asked = order.lines.map((line) => {
    const left = unitsLeft(line);
    const wanted = units[line.id] ?? 0;
    const unsent = Math.min(wanted, left.unsent);
    return [line.id, { unsent, sent: Math.min(wanted - unsent, left.sent) }] as const;
  });
  return Object.fromEntries(asked);
}

function isCount(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= max;
}
