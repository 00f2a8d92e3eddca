// One row per option. Each input belongs to the option by its name as it is stored, so a rename, a count, and a code can be
// saved together.
import { useState } from "react";
import type { FormValues } from "#domain/form/form-saved.ts";
import { readProductForm } from "#domain/product/form/product-form-schema.ts";
import { type CodeName, codeFields } from "#domain/product/options/item-codes.ts";
import { OPTION_LENGTH_MAX } from "#domain/product/options/option-names.ts";
import { priceLabels, priceNames } from "#domain/product/options/own-prices.ts";
import { codesIn, emptyFields, pricesIn, quantityOf } from "#domain/product/product-form.ts";
import { Field } from "../../../ui/form/field.tsx";
import type { FormPartProps, ProductFormState } from "./attribute-fields.tsx";

type RowsProps = { form: ProductFormState; options: string[] };

/** What the form was drawn with: a row that is new may be one that was there before. */
const drawnWith = ({ form }: ProductFormState) => ({
  ...emptyFields,
  ...readProductForm((form.initialValue ?? {}) as FormValues),
});

/** The name and the units of each option. */
export function OptionRows({ form, options }: RowsProps) {
  const drawn = drawnWith(form);
  return (
    <div className="grid gap-3">
      {options.map((option, at) => (
        <fieldset
          key={option}
          className="grid grid-cols-2 items-start gap-3 border-t border-line pt-3 sm:max-w-lg"
        >
          <legend className="sr-only">{option}</legend>
          <input type="hidden" name={`renames[${at}].from`} value={option} />
          <Field
            {...form.row("renames", at, "to")}
            label={<Label text="Name" option={option} />}
            autoComplete="off"
            maxLength={OPTION_LENGTH_MAX}
            defaultValue={drawn.renames.find(({ from }) => from === option)?.to ?? option}
          />
          <input type="hidden" name={`stock[${at}].option`} value={option} />
          <Field
            {...form.row("stock", at, "quantity")}
            label={<Label text="Quantity" option={option} />}
            inputMode="numeric"
            autoComplete="off"
            placeholder="12 or +12"
            defaultValue={quantityOf(drawn.stock, option)}
          />
        </fieldset>
      ))}
    </div>
  );
}

/** What few shops fill in: open when something is there, or wrong. */
export function CodesAndPrices({ form, fields, options }: FormPartProps & RowsProps) {
  const lists = [...fields.codes, ...fields.prices].map(({ option: _, ...texts }) => texts);
  const isFilled = lists.some((texts) => Object.values(texts).some(Boolean));
  const isWrong = Object.keys(form.form.allErrors).some((name) => /^(codes|prices)\[/.test(name));
  const [wasFilled] = useState(isFilled);
  return (
    <details className="disclosure" open={wasFilled || isWrong || isFilled}>
      <summary>{options.length > 0 ? "Codes and prices by option" : "Codes"}</summary>
      <p className="pt-1 text-sm text-ink-2">
        GTIN is the barcode number; MPN is the maker’s part number.
        {options.length > 0 && " Leave a price blank to use the product’s."}
      </p>
      <div className="grid gap-4 pt-3 pb-2">
        {(options.length > 0 ? options : [""]).map((option, at) => (
          <fieldset
            key={option}
            className="grid grid-cols-2 items-start gap-3 border-t border-line pt-3 md:grid-cols-[1fr_1fr_10.5rem]"
          >
            <legend className={option === "" ? "sr-only" : "float-left w-full font-semibold"}>
              {option || "Codes"}
            </legend>
            <CodeFields {...{ form, option, at }} />
            {option !== "" && <PriceFields {...{ form, fields, option, at }} />}
          </fieldset>
        ))}
      </div>
    </details>
  );
}

type OptionProps = { form: ProductFormState; option: string; at: number };

/** As they fit next to each other on a phone: a GTIN has the length of a row there. */
const inRows: CodeName[] = ["sku", "mpn", "gtin"];

/** The codes of one option; of a product without options under "". */
function CodeFields({ form, option, at }: OptionProps) {
  const codes = codesIn(drawnWith(form).codes, option);
  return (
    <>
      <input type="hidden" name={`codes[${at}].option`} value={option} />
      {inRows.map((name) => (
        <Field
          key={name}
          {...form.row("codes", at, name)}
          className={name === "gtin" ? "col-span-2 md:col-span-1" : ""}
          label={<Label text={codeFields[name].name} option={option} />}
          inputMode={name === "gtin" ? "numeric" : "text"}
          autoComplete="off"
          spellCheck={false}
          defaultValue={codes[name]}
        />
      ))}
    </>
  );
}

/** What an option costs where it is not what the product costs. */
function PriceFields({ form, fields, option, at }: OptionProps & Pick<FormPartProps, "fields">) {
  const prices = pricesIn(drawnWith(form).prices, option);
  return (
    <>
      <input type="hidden" name={`prices[${at}].option`} value={option} />
      {priceNames.map((name) => (
        <Field
          key={name}
          {...form.row("prices", at, name)}
          label={<Label text={`${priceLabels[name]} ($)`} option={option} />}
          inputMode="decimal"
          autoComplete="off"
          placeholder={fields[name] || undefined}
          defaultValue={prices[name]}
        />
      ))}
    </>
  );
}

/** Those who do not see the row hear whose field it is. */
function Label({ text, option }: { text: string; option: string }) {
  return (
    <>
      {text}
      {option !== "" && <span className="sr-only"> of {option}</span>}
    </>
  );
}
