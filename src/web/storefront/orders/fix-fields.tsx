import { useId, useState } from "react";
import type { OrderFix } from "#domain/order/corrections.ts";
import type { OrderPage } from "#domain/order/order-page.ts";
import { offersFor, swappable } from "#domain/order/swap.ts";
import { usStates } from "#domain/postal-address/us-states.ts";
import { itemName } from "#domain/product/item-name.ts";
import { ChipGroup } from "../../ui/form/chip-group.tsx";
import { Field } from "../../ui/form/field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { useSaidErrors } from "./use-said-errors.ts";

type SizeProps = {
  lines: OrderPage["items"];
  shelves: OrderFix["shelves"];
  errors: Readonly<Record<string, string>>;
};

/** Nothing is chosen at first: one tap too many must not change an order. */
export function SizeFields({ lines, shelves, errors }: SizeProps) {
  const [itemId, setItemId] = useState(lines.length === 1 ? (lines[0]?.id ?? "") : "");
  const [to, setTo] = useState<string | null>(null);
  const [units, setUnits] = useState(1);
  const [said, change] = useSaidErrors(errors);
  const line = lines.find(({ id }) => id === itemId);
  const most = line ? swappable(line) : 1;
  return (
    <>
      {lines.length > 1 && (
        <ChipGroup
          legend="Which item?"
          name="itemId"
          chips={lines.map((each) => ({ value: each.id, label: itemName(each) }))}
          value={itemId}
          error={line ? undefined : said.itemId}
          onChange={(id) => {
            setItemId(id);
            setTo(null);
            setUnits(1);
            change("itemId");
          }}
        />
      )}
      {lines.length === 1 && <input type="hidden" name="itemId" value={itemId} />}
      {line && (
        <ChipGroup
          legend="New size"
          about={itemName(line)}
          name="to"
          chips={offersFor(shelves, line).map(({ value, variation }) => ({ value, label: variation }))}
          value={to}
          error={said.to}
          onChange={(value) => {
            setTo(value);
            change("to");
          }}
        />
      )}
      {most > 1 && (
        <div className="flex items-center gap-4">
          <span className="font-semibold">How many?</span>
          <Stepper label="Items to change" value={Math.min(units, most)} max={most} onChange={setUnits} />
        </div>
      )}
      <input type="hidden" name="quantity" value={Math.min(units, most)} />
    </>
  );
}

const stateChoices = usStates.map(([value, label]) => ({ value, label }));

type AddressProps = { order: Pick<OrderPage, "address">; errors: Readonly<Record<string, string>> };

export function AddressFields({ order: { address }, errors }: AddressProps) {
  const stateId = useId();
  const field = (name: string, known: string) => ({ name, defaultValue: known, error: errors[name] });
  return (
    <>
      <Field {...field("name", address.customer_name)} label="Full name" autoComplete="name" />
      <Field {...field("address1", address.line1)} label="Address" autoComplete="address-line1" />
      <Field
        {...field("address2", address.line2 ?? "")}
        label="Apartment, suite"
        optional
        autoComplete="address-line2"
      />
      <Field {...field("city", address.city)} label="City" autoComplete="address-level2" />
      <SelectField id={stateId} {...field("state", address.state)} label="State" choices={stateChoices} />
      <Field
        {...field("postalCode", address.postal_code)}
        label="ZIP code"
        inputMode="numeric"
        autoComplete="postal-code"
      />
      <Field {...field("phone", address.phone ?? "")} label="Phone" type="tel" optional autoComplete="tel" />
    </>
  );
}
