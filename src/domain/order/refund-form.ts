// The form that says what a refund is for: a row for the units of each line that have not left, and one for those that
// were sent. Each row has a count, and whether its units are restocked.
import type { Cents } from "../money/money.ts";
import { parseDollars } from "../money/money-input.ts";
import {
  type AskedRefund,
  type AskedUnits,
  type RefundableLine,
  type RefundableOrder,
  unitsLeft,
} from "./refund-parts.ts";

export type RefundRow = {
  line: RefundableLine;
  kind: keyof AskedUnits;
  left: number;
  /** Names of its two fields. */
  field: string;
  restockField: string;
};

export const SHIPPING_FIELD = "shipping";

/** Says "yes" when the owner typed the total, and "no" while it follows the units. A form without scripts sends neither. */
export const TYPED_FIELD = "typed";

/** The total of a form: without scripts it does not follow, so its untouched 0 means what the units come to. */
export function totalAsked(cents: Cents, typed: string | undefined): Cents | "parts" {
  return cents === 0 && typed !== "yes" ? "parts" : cents;
}

/** Rows of what can still be refunded, in the sequence of the lines. */
export function refundRows({ lines }: Pick<RefundableOrder, "lines">): RefundRow[] {
  const rows = lines.flatMap((line) =>
    (["unsent", "sent"] as const).map((kind) => ({
      ...{ line, kind, left: unitsLeft(line)[kind] },
      field: `${kind}-${line.id}`,
      restockField: `restock-${kind}-${line.id}`,
    })),
  );
  return rows.filter(({ left }) => left > 0);
}

/** Whether a row's units are restocked unless the owner says otherwise: they are still in the shop. */
export function isRestockedByDefault({ kind, line }: RefundRow): boolean {
  return kind === "unsent" && line.hasShelf;
}

/** The names of all fields of the form. */
export function refundFields(order: RefundableOrder): string[] {
  return [...refundRows(order).flatMap(({ field, restockField }) => [field, restockField]), SHIPPING_FIELD];
}

/** What counts come to, by the names of their fields; whole numbers that may be too large. */
export function askedOf(
  order: RefundableOrder,
  { counts, shipping }: { counts: Readonly<Record<string, number>>; shipping: Cents },
): AskedRefund {
  const units: Record<string, AskedUnits> = {};
  for (const { line, kind, field } of refundRows(order)) {
    const asked = units[line.id] ?? { unsent: 0, sent: 0 };
    units[line.id] = { ...asked, [kind]: counts[field] ?? 0 };
  }
  return { units, shipping };
}

type ParsedRefund =
  | { ok: true; parts: AskedRefund; restock: Record<string, number> }
  | { ok: false; errors: Record<string, string> };

/** What was typed per field, or one message per wrong field. Empty counts as 0. */
export function parseRefundForm(
  typed: Readonly<Record<string, string>>,
  order: RefundableOrder,
): ParsedRefund {
  const counts: Record<string, number> = {};
  const restock: Record<string, number> = {};
  const errors: Record<string, string> = {};
  for (const { line, left, field, restockField } of refundRows(order)) {
    const text = typed[field]?.trim() || "0";
    const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (!(count <= left)) errors[field] = `Please enter a whole number from 0 to ${left}`;
    counts[field] = count;
    if (typed[restockField]) restock[line.id] = (restock[line.id] ?? 0) + count;
  }
  const shipping = parseDollars(typed[SHIPPING_FIELD]?.trim() || "0");
  if (shipping === null) errors[SHIPPING_FIELD] = "Please enter an amount such as 5.99";
  if (shipping === null || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, parts: askedOf(order, { counts, shipping }), restock };
}
