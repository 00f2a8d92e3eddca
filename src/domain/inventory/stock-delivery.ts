// A delivery from the maker: how many of each size came in.
import * as z from "zod";
import { labeled, textField } from "../form/form-fields.ts";
import { parseQuantity, quantityMessage } from "../product/product-form.ts";
import { oneLine } from "../text/one-line.ts";

const DELIVERY_NOTE_MAX = 200;

/** `count`: at least 1. */
export type DeliveryLine = { variation: string; count: number };

/** A blank count is 0. */
const countField = textField().transform((text, context) => {
  const count = text.trim() === "" ? 0 : parseQuantity(text);
  if (count !== null) return count;
  context.addIssue({ code: "custom", message: quantityMessage });
  return z.NEVER;
});

export const deliveryForm = z.object({
  sizes: labeled(
    "Sizes",
    z
      .array(z.object({ variation: textField(), count: countField }))
      .transform((sizes) => sizes.filter(({ count }) => count > 0))
      .refine((lines) => lines.length > 0, "Enter at least one quantity."),
  ),
  note: labeled(
    "Note",
    textField(z.string().max(DELIVERY_NOTE_MAX)).transform((note) => oneLine(note)),
  ),
});

export function unitsOf(lines: readonly DeliveryLine[]): number {
  return lines.reduce((sum, { count }) => sum + count, 0);
}
