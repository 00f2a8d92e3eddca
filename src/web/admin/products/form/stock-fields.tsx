import { OPTIONS_MAX, parseOptions } from "#domain/product/product.ts";
import { stockBoxes } from "#domain/product/product-form.ts";
import { Field } from "../../../ui/form/field.tsx";
import { AttributeFields, type FormPartProps } from "./attribute-fields.tsx";

/** Options with a quantity each; one quantity for a product without options. */
export function StockFields({ fields, errors, onChange }: FormPartProps) {
  const hasOptions = parseOptions(fields.options).length > 0;
  const setStock = (option: string, quantity: string) =>
    onChange({
      stock: [...fields.stock.filter((box) => box.option !== option), { option, quantity }],
    });
  return (
    <section aria-label="Options and stock" className="admin-card grid gap-4 p-5">
      <Field
        id="product-options"
        name="options"
        label="Options (pipe separated)"
        hint={`For example S|M|L|XL, at most ${OPTIONS_MAX}. Leave it empty for a product in one size.`}
        value={fields.options}
        error={errors.options}
        autoComplete="off"
        onChange={(event) => onChange({ options: event.target.value })}
      />
      <AttributeFields section="options" {...{ fields, errors, onChange }} />
      {hasOptions ? (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">Quantity of each option</legend>
          <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3 lg:grid-cols-4">
            {stockBoxes(fields).map(({ option, quantity }) => (
              <div key={option}>
                <input type="hidden" name="stockOption" value={option} />
                <Field
                  label={<span className="wrap-anywhere">{option}</span>}
                  name="stockQuantity"
                  inputMode="numeric"
                  autoComplete="off"
                  value={quantity}
                  error={errors[`stock:${option}`]}
                  onChange={(event) => setStock(option, event.target.value)}
                />
              </div>
            ))}
          </div>
        </fieldset>
      ) : (
        <Field
          id="product-quantity"
          name="quantity"
          label="Quantity"
          inputMode="numeric"
          autoComplete="off"
          value={fields.quantity}
          error={errors.quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
      )}
    </section>
  );
}
