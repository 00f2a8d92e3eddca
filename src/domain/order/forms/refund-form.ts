// The forms that say what a refund is for: units of each line that have not left, units that were sent, which of them are
// restocked, and the shipping.
import * as z from "zod";
import {
  buttonField,
  countField,
  dollarsField,
  labeled,
  switchField,
  textField,
} from "../../form/form-fields.ts";
import type { Cents } from "../../money/money.ts";
import { REFUND_REASON_LENGTH_MAX } from "../order-detail.ts";
import {
  type AskedRefund,
  type AskedUnits,
  type RefundableLine,
  type RefundableOrder,
  type RefundParts,
  refundParts,
  sumOfParts,
  unitsLeft,
} from "../refund-parts.ts";

/** Of one line. */
const units = z.object({
  unsent: countField(),
  sent: countField(),
  restockUnsent: switchField(),
  restockSent: switchField(),
});

/** `units`: by the id of the line. */
const parts = z.object({
  units: labeled("Items", z.record(z.string(), units).default({})),
  shipping: labeled("Shipping ($)", dollarsField({ example: "5.99" })),
});

/** Why, for the owner alone. */
export const reasonField = () =>
  labeled(
    "Reason",
    textField(
      z
        .string()
        .trim()
        .max(REFUND_REASON_LENGTH_MAX, `A reason has at most ${REFUND_REASON_LENGTH_MAX} characters`),
    ),
  );

export const refundForm = parts.extend({
  amount: labeled("Total ($)", dollarsField({ example: "12.50" })),
  reason: reasonField(),
});

/** What a refund was for that was made at the provider. `none`: it was for no certain items. */
export const assignForm = parts
  .extend({ none: buttonField() })
  .refine(
    (form) =>
      form.none !== "" ||
      form.shipping > 0 ||
      Object.values(form.units).some((line) => line.unsent + line.sent > 0),
    "Choose the items or the shipping, or press 'Not for certain items'.",
  );

export type RefundRow = {
  line: RefundableLine;
  kind: keyof AskedUnits;
  left: number;
  /** The paths of its two fields. */
  count: string;
  restock: string;
  /** Its units are restocked unless the owner says otherwise: they are still in the shop. */
  isRestocked: boolean;
};

/** Rows of what can still be refunded, in the sequence of the lines. */
export function refundRows({ lines }: Pick<RefundableOrder, "lines">): RefundRow[] {
  const rows = lines.flatMap((line) =>
    (["unsent", "sent"] as const).map((kind) => ({
      ...{ line, kind, left: unitsLeft(line)[kind] },
      count: `units.${line.id}.${kind}`,
      restock: `units.${line.id}.${restockOf[kind]}`,
      isRestocked: kind === "unsent" && line.hasShelf,
    })),
  );
  return rows.filter(({ left }) => left > 0);
}

const restockOf = { unsent: "restockUnsent", sent: "restockSent" } as const;

export function shippingLeft({ shipping, shippingBack }: RefundableOrder): Cents {
  return shipping - shippingBack;
}

/** The fields of the parts while nothing is chosen. */
export function refundFields(order: RefundableOrder) {
  const units: Record<string, Record<string, string>> = {};
  for (const { line, kind, isRestocked } of refundRows(order))
    units[line.id] = { ...units[line.id], [kind]: "0", [restockOf[kind]]: isRestocked ? "on" : "" };
  return { units, shipping: shippingLeft(order) > 0 ? "0.00" : "" };
}

type Chosen = z.output<typeof parts>;

/** What is refunded, and how many units of each line are restocked. */
export function refundOf({ units, shipping }: Chosen): {
  parts: AskedRefund;
  restock: Record<string, number>;
} {
  const restock = Object.entries(units).map(([id, line]) => {
    const count = (line.restockUnsent ? line.unsent : 0) + (line.restockSent ? line.sent : 0);
    return [id, count] as const;
  });
  return { parts: { units, shipping }, restock: Object.fromEntries(restock) };
}

/** What is chosen in a form comes to these parts; null: something typed can't be. */
export function chosenParts(order: RefundableOrder, typed: unknown): RefundParts | null {
  const read = parts.safeParse(typed);
  const chosen = read.success ? refundParts(order, read.data) : null;
  return chosen?.ok ? chosen : null;
}

/** What is chosen comes to this, at most what is left of the payment. */
export function sumChosen(chosen: RefundParts | null, rest: Cents): Cents {
  return chosen === null ? 0 : Math.min(rest, sumOfParts(chosen));
}

/** A total of nothing stands for units that come to nothing: they are settled without money. */
export function totalOf(amount: Cents, sum: Cents): Cents | "parts" {
  return amount === 0 && sum === 0 ? "parts" : amount;
}
