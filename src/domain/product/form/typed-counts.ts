// The counts in a product's form. A count may be typed as a difference ("+12"), which is added to what is on hand when the
// form is saved. One that the owner has left alone is not set: a sale in the meantime stays.
import { parseOptions } from "../options/option-names.ts";
import type { ProductFields, SentFields } from "../product-form.ts";
import { isDifference, parseCount } from "../stock-edit.ts";

type Counts = Pick<ProductFields, "stock" | "quantity">;

/** undefined: there is no such option. */
function countIn(counts: Partial<Counts> | null, option: string): string | undefined {
  if (option === "") return counts?.quantity?.trim();
  return counts?.stock?.find((line) => line.option === option)?.quantity.trim();
}

function withCounts<Fields extends SentFields>(
  fields: Fields,
  change: (option: string, count: string) => string,
): Fields {
  const changed: Partial<Counts> = {};
  if (fields.quantity !== undefined) changed.quantity = change("", fields.quantity);
  if (fields.stock) {
    changed.stock = fields.stock.map(({ option, quantity }) => ({
      option,
      quantity: change(option, quantity),
    }));
  }
  return { ...fields, ...changed };
}

/** Whether what was sent of an option minds no sale: it stays, and its count is as the form was opened, or a difference. */
function isLeftAlone(sent: SentFields, base: Partial<Counts>, option: string): boolean {
  const listed = parseOptions(sent.options ?? option);
  if (option === "" ? listed.length > 0 : !listed.includes(option)) return false;
  const typed = countIn(sent, option);
  return typed !== undefined && (typed === countIn(base, option) || isDifference(typed));
}

/** What is stored `now`, with the counts that the form has left alone as it was opened with (`base`). */
export function asOpened(now: ProductFields, sent: SentFields, base: Partial<Counts> | null): ProductFields {
  return withCounts(now, (option, count) =>
    base && isLeftAlone(sent, base, option) ? (countIn(base, option) ?? count) : count,
  );
}

/** What was sent, with counts that were left alone as they are `now`, and differences added to these. */
export function withCountsNow(
  sent: SentFields,
  base: Partial<Counts> | null,
  now: ProductFields,
): SentFields {
  return withCounts(sent, (option, typed) => {
    const onHand = countIn(now, option);
    if (isDifference(typed)) return String(parseCount(typed, Number(onHand ?? 0)) ?? typed);
    return base && onHand !== undefined && isLeftAlone(sent, base, option) ? onHand : typed;
  });
}

/** For the rules of a form that does not know what will be on hand: a difference is a count. */
export function withoutDifferences(fields: ProductFields): ProductFields {
  return withCounts(fields, (_, typed) => (isDifference(typed) ? typed.replace(SIGN, "") : typed));
}

const SIGN = /^\s*[+\u2212-]\s*/;
