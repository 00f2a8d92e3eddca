import { type ReactNode, useState } from "react";
import { Form } from "react-router";
import { bulkActionLabels, bulkActions, isByPercent, priceEndings } from "#domain/product/bulk-edit.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";

export const BULK_FORM = "bulk-form";

const choices = [
  { value: "", label: "Choose a change" },
  ...bulkActions.map((value) => ({ value, label: bulkActionLabels[value] })),
];

const endings = Object.entries(priceEndings).map(([value, label]) => ({ value, label }));

type BulkBarProps = {
  selected: number;
  /** The check box for every product of this page. */
  allBox: ReactNode;
  isPending: boolean;
  onClear: () => void;
};

/** One change for all selected products. The check boxes of the table belong to this form. */
export function BulkBar({ selected, allBox, isPending, onClear }: BulkBarProps) {
  const [action, setAction] = useState("");
  const isHydrated = useHydrated();
  return (
    <Form
      id={BULK_FORM}
      method="post"
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
        name="action"
        aria-label="Change"
        choices={choices}
        value={action}
        onChange={(event) => setAction(event.currentTarget.value)}
        className="w-auto min-w-28 flex-1 md:min-w-44 md:flex-initial"
      />
      <input
        type="text"
        name="value"
        inputMode="decimal"
        autoComplete="off"
        aria-label="Value"
        placeholder="Value"
        className="input w-20 flex-none md:w-24"
      />
      {(isByPercent(action) || !isHydrated) && (
        <Select name="round" aria-label="Rounding" choices={endings} className="w-auto flex-none" />
      )}
      {(action === "sale-percent" || !isHydrated) && (
        <>
          <SaleTime name="from" label="Sale from" />
          <SaleTime name="to" label="Sale to" />
        </>
      )}
      <Button type="submit" name="intent" value="bulk-preview" look="secondary" pending={isPending}>
        Preview
      </Button>
      {selected > 0 && (
        <Button look="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
    </Form>
  );
}

/** Optional, on the store's clocks. */
function SaleTime({ name, label }: { name: string; label: string }) {
  return (
    <label className="flex items-center gap-2 text-sm font-semibold whitespace-nowrap">
      {label}
      <input type="datetime-local" name={name} className="input w-auto" />
    </label>
  );
}
