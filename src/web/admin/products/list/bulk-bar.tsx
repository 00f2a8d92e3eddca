import type { ReactNode } from "react";
import {
  type BulkAction,
  bulkActionLabels,
  bulkActions,
  bulkUnits,
  isByPercent,
  priceEndings,
} from "#domain/product/bulk-edit.ts";
import { bulkForm, newBulkForm } from "#domain/product/form/bulk-form.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Select } from "../../../ui/form/select.tsx";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { type FormState, useOwnerForm } from "../../forms/use-owner-form.ts";

/** The form element's id. */
export const BULK_FORM = "form-bulk";

const choices = [
  { value: "", label: "Choose a change" },
  ...bulkActions.map((value) => ({ value, label: bulkActionLabels[value] })),
];

const endings = Object.entries(priceEndings).map(([value, label]) => ({ value, label }));

type BulkBarProps = {
  selected: number;
  /** The check box for every product of this page. */
  allBox: ReactNode;
  answer: FormAnswer | undefined;
  onClear: () => void;
};

/** One change for all selected products. The check boxes of the table belong to this form. */
export function BulkBar({ selected, allBox, answer, onClear }: BulkBarProps) {
  const form = useOwnerForm({
    ...{
      schema: bulkForm,
      id: "bulk",
      intent: "bulk-preview",
      stored: newBulkForm,
      answer,
      isGuarded: false,
    },
    refused: "Nothing was changed",
  });
  const action = String(form.typed.action ?? "");
  const unit = action === "" ? null : bulkUnits[action as BulkAction];
  return (
    <OwnerForm
      form={form}
      aria-label="Change selected products"
      className="bulk-bar"
      data-chosen={selected > 0 || undefined}
      data-rows={action === "sale-percent" ? "many" : "few"}
    >
      {allBox}
      <p role="status" className="numerals flex-1 text-sm font-semibold md:mr-2 md:flex-none">
        {selected === 0 ? "Select products to change several at once" : `${selected} selected`}
      </p>
      {selected > 0 && (
        <Button look="quiet" onClick={onClear} className="md:order-1">
          Clear
        </Button>
      )}
      <Select {...controlOf(form, "action")} choices={choices} className="md:w-auto" />
      {unit && <ValueField form={form} unit={unit} />}
      {isByPercent(action) && (
        <Select {...controlOf(form, "round")} choices={endings} className="w-auto flex-1 md:flex-none" />
      )}
      {action === "sale-percent" && (
        <>
          <SaleTime form={form} name="from" />
          <SaleTime form={form} name="to" />
        </>
      )}
      <Button type="submit" look="secondary" pending={form.isSaving}>
        Preview
      </Button>
    </OwnerForm>
  );
}

type BulkField = "action" | "value" | "round" | "from" | "to";

/** What is wrong with a field of the bar is told by a message: the bar has no room for it. */
function controlOf<Field extends BulkField>(form: FormState<Field>, of: Field) {
  const { id, name, label, defaultValue, error } = form.field(of);
  return { id, name, defaultValue, "aria-label": label, "aria-invalid": error ? (true as const) : undefined };
}

/** How much, with its unit. */
function ValueField({ form, unit }: { form: FormState<"value">; unit: string }) {
  const { "aria-label": label, ...control } = controlOf(form, "value");
  const sign = <span aria-hidden="true">{unit}</span>;
  return (
    <span className="flex flex-1 items-center gap-2 md:flex-none">
      {unit === "$" && sign}
      <input
        {...control}
        aria-label={`${label} (${unit})`}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        className="input min-w-16 md:w-24"
      />
      {unit !== "$" && sign}
    </span>
  );
}

type SaleTimeProps = { form: FormState<"from" | "to">; name: "from" | "to" };

/** Optional, on the store's clocks. */
function SaleTime({ form, name }: SaleTimeProps) {
  return (
    <label className="flex w-full items-center gap-2 text-sm font-semibold whitespace-nowrap md:w-auto">
      <span className="w-18 md:w-auto">{form.field(name).label}</span>
      <input {...controlOf(form, name)} type="datetime-local" className="input min-w-0 flex-1" />
    </label>
  );
}
