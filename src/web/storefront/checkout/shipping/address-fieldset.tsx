import { type ReactNode, useState } from "react";
import type { ShippingErrors, ShippingField } from "#domain/postal-address/shipping-address.ts";
import { usStates } from "#domain/postal-address/us-states.ts";
import { useRootData } from "../../../page/root-data.ts";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { loadShippingDraft, loadWish } from "../checkout-storage.ts";
import { shippingFields } from "./shipping-fields.ts";

const stateChoices = [
  { value: "", label: "Choose a state" },
  ...usStates.map(([value, label]) => ({ value, label })),
];

type AddressFieldsetProps = {
  errors: ShippingErrors;
  /** Below a field. */
  hints: Partial<Record<ShippingField, ReactNode>>;
  /** What was filled in for the shopper, for those who don't see it. */
  told: string;
  isInert: boolean;
};

/** Contact and address, opened with what was typed last. */
export function AddressFieldset({ errors, hints, told, isInert }: AddressFieldsetProps) {
  const { reminds } = useRootData();
  const [saved] = useState(loadShippingDraft);
  return (
    // Not disabled: what a disabled field has is not in the form, and would read as empty.
    <fieldset inert={isInert} className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-6">
      <legend className="sr-only">Shipping Information</legend>
      {shippingFields.map(({ name, span = "sm:col-span-6", ...field }) => {
        const shared = {
          id: name,
          name,
          defaultValue: saved[name],
          error: errors[name],
          className: span,
          required: !field.optional,
        };
        return name === "state" ? (
          <SelectField
            key={name}
            {...shared}
            label="State"
            autoComplete={field.autoComplete}
            choices={stateChoices}
          />
        ) : (
          <Field key={name} {...shared} {...field} hint={hints[name] || field.hint} />
        );
      })}
      <p role="status" className="sr-only">
        {told}
      </p>
      {reminds && (
        <label className="flex min-h-11 items-center gap-3 sm:col-span-6">
          <input type="checkbox" name="remind" defaultChecked={loadWish()?.remind} className="check" />
          Remind me once by email if I don’t finish
        </label>
      )}
      <p className="text-ink-2 sm:col-span-6">
        Country: <span className="font-semibold text-ink">United States</span>
      </p>
    </fieldset>
  );
}
