import type { CategoryChoice } from "../../category/category.ts";
import { nameErrors, type OptionRename, wantedRenames, withRenames } from "../options/rename-options.ts";
import type { ProductErrors, ProductFields, ProductValues } from "../product-form.ts";
import { checkProduct } from "./check-product.ts";

type FormCheck =
  /** `renames`: of options that the product has. */
  { ok: true; values: ProductValues; renames: OptionRename[] } | { ok: false; errors: ProductErrors };

/**
 * Checks the names of options, and the product as it is once they are renamed. Errors are reported for options as the form calls
 * them, which is by their former names. `stored`: the options that the product has.
 */
export function checkForm(
  fields: ProductFields,
  { categories, stored }: { categories: readonly CategoryChoice[]; stored: string[] },
): FormCheck {
  const renames = wantedRenames(fields);
  const errors: ProductErrors = nameErrors(fields, renames, stored);
  const good = renames.filter(({ from }) => errors[`rename:${from}`] === undefined);
  const checked = checkProduct(withRenames(fields, good), { categories });
  if (!checked.ok) Object.assign(errors, inFormerNames(checked.errors, good));
  if (!checked.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, values: checked.values, renames: renames.filter(({ from }) => stored.includes(from)) };
}

export function inFormerNames(errors: ProductErrors, renames: OptionRename[]): ProductErrors {
  const entries = Object.entries(errors).map(([key, message]) => {
    const [, kind, option] = /^([a-zA-Z]+:)(.*)$/s.exec(key) ?? [];
    const renamed = renames.find(({ to }) => to === option);
    return [kind && renamed ? `${kind}${renamed.from}` : key, message];
  });
  return Object.fromEntries(entries) as ProductErrors;
}
