import { OPTIONS_MAX, optionPresets, parseOptions } from "#domain/product/options/option-names.ts";
import type { WaitingShoppers } from "#domain/product/product-form.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { AttributeFields, type FormPartProps } from "./attribute-fields.tsx";
import { CodeFields, OptionRows } from "./option-rows.tsx";

/** Options, each with its name, pieces, and codes; one quantity and its codes for a product without options. */
export function StockFields({ waiting, ...form }: FormPartProps & { waiting: WaitingShoppers[] }) {
  const { fields, errors, onChange } = form;
  const hasOptions = parseOptions(fields.options).length > 0;
  return (
    <section aria-label="Options and stock" className="admin-card grid gap-4 p-5">
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)]">
        <div className="grid gap-2">
          <Field
            id="product-options"
            name="options"
            label="Options (pipe separated)"
            hint={`Example: S|M|L|XL, at most ${OPTIONS_MAX}. Leave blank for one size.`}
            value={fields.options}
            error={errors.options}
            autoComplete="off"
            onChange={(event) => onChange({ options: event.target.value })}
          />
          <Presets current={fields.options} onChoose={(options) => onChange({ options })} />
        </div>
        <AttributeFields section="options" {...form} />
      </div>
      <WaitingNote waiting={waiting} />
      {hasOptions ? (
        <>
          <p className="text-sm text-ink-2">
            Renaming keeps stock, codes, and past orders. Leave a price blank to use the product’s. GTIN is
            the barcode number, MPN the maker’s.
          </p>
          <OptionRows {...form} />
        </>
      ) : (
        <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-4">
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
          <CodeFields option="" {...form} />
        </div>
      )}
    </section>
  );
}

/** People who have confirmed a restock request; each gets one mail when there are pieces. */
function WaitingNote({ waiting }: { waiting: WaitingShoppers[] }) {
  if (waiting.length === 0) return null;
  const counts = waiting.map(({ option, count }) => (option ? `${option}: ${count}` : String(count)));
  return (
    <p className="text-sm">
      <strong className="font-semibold">Waiting for a restock email</strong> · {counts.join(", ")}
    </p>
  );
}

type PresetsProps = { current: string; onChoose: (options: string) => void };

/** Sets of options that are typed often. They only fill in the field above. */
function Presets({ current, onChoose }: PresetsProps) {
  if (!useHydrated()) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Common options</legend>
      {optionPresets.map(({ label, options }) => (
        <Button
          key={label}
          look="secondary"
          size="small"
          aria-pressed={current === options}
          onClick={() => onChoose(options)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
