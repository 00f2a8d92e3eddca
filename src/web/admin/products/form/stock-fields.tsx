import type { ReactNode } from "react";
import { OPTIONS_MAX, optionPresets, parseOptions } from "#domain/product/options/option-names.ts";
import type { WaitingShoppers } from "#domain/product/product-form.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { AttributeFields, type FormPartProps } from "./attribute-fields.tsx";
import { CodesAndPrices, OptionRows } from "./option-rows.tsx";

type StockFieldsProps = FormPartProps & {
  waiting: WaitingShoppers[];
  /** Which size chart the product has. */
  children: ReactNode;
};

/** Options, each with its name and units; one quantity for a product without options. Codes and own prices are folded. */
export function StockFields({ waiting, children, ...part }: StockFieldsProps) {
  const { form, fields } = part;
  const options = parseOptions(fields.options);
  return (
    <section aria-label="Options and stock" className="admin-card grid gap-4 p-5">
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)]">
        <div className="grid gap-2">
          <Field
            {...form.field("options")}
            label="Options (pipe separated)"
            hint={`Example: S|M|L|XL, at most ${OPTIONS_MAX}. Leave blank for one size.`}
            autoComplete="off"
          />
          <Presets
            current={fields.options}
            onChoose={(value) => form.form.update({ name: "options", value })}
          />
        </div>
        <AttributeFields section="options" {...part} />
      </div>
      <WaitingNote waiting={waiting} />
      {options.length > 0 ? (
        <OptionRows form={form} options={options} />
      ) : (
        <Field
          {...form.field("quantity")}
          inputMode="numeric"
          autoComplete="off"
          placeholder="12 or +12"
          className="max-w-40"
        />
      )}
      {children}
      <CodesAndPrices {...part} options={options} />
    </section>
  );
}

/** Shoppers who have confirmed a restock request; each gets one email when there are units. */
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
