import type { ReactNode } from "react";
import { bulkActionLabels, bulkActions, isByPercent, priceEndings } from "#domain/product/bulk-edit.ts";
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
  return (
    <OwnerForm
      form={form}
      aria-label="Change selected products"
      className="bulk-bar"
      data-chosen={selected > 0 || undefined}
      data-rows="two"
    >
      {allBox}
      <p role="status" className="numerals mr-auto text-sm md:mr-2 font-semibold whitespace-nowrap">
        {selected === 0 ? "Select products to change several at once" : `${selected} selected`}
      </p>
      <Select
        {...controlOf(form, "action")}
        choices={choices}
        className="w-auto min-w-28 flex-1 md:min-w-44 md:flex-initial"
      />
      <input
        {...controlOf(form, "value")}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder="Value"
        className="input w-20 flex-none md:w-24"
      />
      {isByPercent(action) && (
        <Select {...controlOf(form, "round")} choices={endings} className="w-auto flex-none" />
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
      {selected > 0 && (
        <Button look="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
    </OwnerForm>
  );
}

type BulkField = "action" | "value" | "round" | "from" | "to";

/** What is wrong with a field of the bar is told by a message: the bar has no room for it. */
function controlOf(form: FormState<BulkField>, of: BulkField) {
  const { id, name, label, defaultValue, error } = form.field(of);
  return { id, name, defaultValue, "aria-label": label, "aria-invalid": error ? (true as const) : undefined };
}

/** Optional, on the store's clocks. */
function SaleTime({ form, name }: { form: FormState<BulkField>; name: "from" | "to" }) {
  return (
    <label className="flex items-center gap-2 text-sm font-semibold whitespace-nowrap">
      {form.field(name).label}
      <input {...controlOf(form, name)} type="datetime-local" className="input w-auto" />
    </label>
  );
}
