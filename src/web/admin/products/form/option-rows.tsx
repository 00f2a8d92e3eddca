// One row per option: what it is called, its pieces, and its codes. Each input belongs to the option by its name as it is
// stored, so a rename, a count, and a code can be saved together, without scripts, too.
import { type CodeName, codeFields } from "#domain/product/options/item-codes.ts";
import { OPTION_LENGTH_MAX } from "#domain/product/options/option-names.ts";
import { type PriceName, priceLabels, priceNames } from "#domain/product/options/own-prices.ts";
import { codesIn, pricesIn, stockBoxes } from "#domain/product/product-form.ts";
import { Field } from "../../../ui/form/field.tsx";
import type { FormPartProps } from "./attribute-fields.tsx";

type RowsProps = Pick<FormPartProps, "fields" | "errors" | "onChange">;

export function OptionRows({ fields, errors, onChange }: RowsProps) {
  const setStock = (option: string, quantity: string) =>
    onChange({ stock: [...fields.stock.filter((box) => box.option !== option), { option, quantity }] });
  const setName = (from: string, to: string) =>
    onChange({ renames: [...fields.renames.filter((each) => each.from !== from), { from, to }] });
  return (
    <div className="grid gap-4">
      {stockBoxes(fields).map(({ option, quantity }) => (
        <fieldset
          key={option}
          className="grid grid-cols-2 items-start gap-3 border-t border-line pt-4 md:grid-cols-[1fr_4.5rem_1fr_1fr_10.5rem]"
        >
          <legend className="sr-only">{option}</legend>
          <input type="hidden" name="renameFrom" value={option} />
          <Field
            label={<Label text="Name" option={option} />}
            name="renameTo"
            autoComplete="off"
            maxLength={OPTION_LENGTH_MAX}
            value={fields.renames.find(({ from }) => from === option)?.to ?? option}
            error={errors[`rename:${option}`]}
            onChange={(event) => setName(option, event.target.value)}
          />
          <input type="hidden" name="stockOption" value={option} />
          <Field
            label={<Label text="Quantity" option={option} />}
            name="stockQuantity"
            inputMode="numeric"
            autoComplete="off"
            value={quantity}
            error={errors[`stock:${option}`]}
            onChange={(event) => setStock(option, event.target.value)}
          />
          <CodeFields option={option} {...{ fields, errors, onChange }} />
          <PriceFields option={option} {...{ fields, errors, onChange }} />
        </fieldset>
      ))}
    </div>
  );
}

/** As they fit beside each other on a phone: a GTIN has the length of a row there. */
const inRows: CodeName[] = ["sku", "mpn", "gtin"];

/** What an option costs where it is not what the product costs. */
function PriceFields({ option, fields, errors, onChange }: RowsProps & { option: string }) {
  const prices = pricesIn(fields.prices, option);
  const setPrice = (name: PriceName, text: string) =>
    onChange({ prices: [...without(fields.prices, option), { ...prices, option, [name]: text }] });
  return (
    <>
      <input type="hidden" name="priceOption" value={option} />
      {priceNames.map((name) => (
        <Field
          key={name}
          className={name === "price" ? "md:col-start-3" : ""}
          label={<Label text={`${priceLabels[name]} ($)`} option={option} />}
          name={`${name}OfOption`}
          inputMode="decimal"
          autoComplete="off"
          placeholder={fields[name] || undefined}
          value={prices[name]}
          error={errors[`${name}:${option}`]}
          onChange={(event) => setPrice(name, event.target.value)}
        />
      ))}
    </>
  );
}

/** The codes of one option; of a product without options under "". */
export function CodeFields({ option, fields, errors, onChange }: RowsProps & { option: string }) {
  const codes = codesIn(fields.codes, option);
  const setCode = (name: CodeName, code: string) =>
    onChange({ codes: [...without(fields.codes, option), { ...codes, option, [name]: code }] });
  return (
    <>
      <input type="hidden" name="codeOption" value={option} />
      {inRows.map((name) => (
        <Field
          key={name}
          className={name === "gtin" ? "col-span-2 md:col-span-1" : ""}
          label={<Label text={codeFields[name].name} option={option} />}
          name={name}
          inputMode={name === "gtin" ? "numeric" : "text"}
          autoComplete="off"
          spellCheck={false}
          value={codes[name]}
          error={errors[`${name}:${option}`]}
          onChange={(event) => setCode(name, event.target.value)}
        />
      ))}
    </>
  );
}

function without<T extends { option: string }>(lines: T[], option: string): T[] {
  return lines.filter((line) => line.option !== option);
}

/** Whoever does not see the row hears whose field it is. */
function Label({ text, option }: { text: string; option: string }) {
  return (
    <>
      {text}
      {option !== "" && <span className="sr-only"> of {option}</span>}
    </>
  );
}
