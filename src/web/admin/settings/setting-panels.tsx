import type { ComponentProps } from "react";
import { STORE_TIME_ZONES } from "#domain/settings/business-hours.ts";
import type { SettingsErrors, SettingsField, SettingsForm } from "#domain/settings/settings-form.ts";
import { settingsFields } from "#domain/settings/settings-form.ts";
import { Field, TextAreaField } from "../../ui/form/field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TriangleAlert } from "../../ui/icons.tsx";
import { CheckField } from "./check-field.tsx";
import { StateRates } from "./state-rates.tsx";

export type PanelProps = {
  form: SettingsForm;
  errors: SettingsErrors;
  onChange: (change: Partial<SettingsForm>) => void;
  /** Before scripts run, nothing is disabled: a check box and what depends on it can be sent together. */
  isLive: boolean;
};

type TextName = { [K in SettingsField]: SettingsForm[K] extends string ? K : never }[SettingsField];

/** The props that every text field has in common. */
function textProps({ form, errors, onChange }: PanelProps, name: TextName) {
  const { label, lengthMax } = settingsFields[name];
  return {
    name,
    label,
    value: form[name],
    error: errors[name],
    maxLength: lengthMax,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  };
}

type SwitchName = { [K in SettingsField]: SettingsForm[K] extends boolean ? K : never }[SettingsField];

/** The props that every check box has in common. */
function switchProps({ form, onChange }: PanelProps, name: SwitchName) {
  return { name, checked: form[name], onChange: (isOn: boolean) => onChange({ [name]: isOn }) };
}

function Amount({ panel, name, isOn, ...rest }: AmountProps) {
  return (
    <Field
      {...textProps(panel, name)}
      inputMode="decimal"
      autoComplete="off"
      disabled={panel.isLive && !isOn}
      className="max-w-60"
      {...rest}
    />
  );
}

type AmountProps = { panel: PanelProps; name: TextName; isOn: boolean } & Partial<
  ComponentProps<typeof Field>
>;

export function BusinessPanel(panel: PanelProps) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Field {...textProps(panel, "storeName")} autoComplete="organization" required />
      <Field {...textProps(panel, "email")} type="email" inputMode="email" autoComplete="email" required />
      <Field {...textProps(panel, "phone")} type="tel" inputMode="tel" autoComplete="tel" optional />
      <TextAreaField {...textProps(panel, "address")} rows={3} hint="Used as your return address." optional />
      <div className="grid content-start gap-5">
        <TextAreaField
          {...textProps(panel, "businessHours")}
          rows={3}
          hint="One line per group of days. Example: Saturday: 9am to noon"
        />
        <SelectField {...textProps(panel, "timeZone")} choices={STORE_TIME_ZONES} />
      </div>
    </div>
  );
}

export function TaxPanel(panel: PanelProps) {
  const { form, isLive } = panel;
  return (
    <div className="grid gap-4">
      <CheckField {...switchProps(panel, "enableTax")} label="Enable Tax" />
      <Amount panel={panel} name="defaultTaxRate" isOn={form.enableTax} />
      <CheckField
        {...switchProps(panel, "includeTaxInPrice")}
        label="Include Tax in Price"
        hint="Prices already include tax; the cart adds none."
        disabled={isLive && !form.enableTax}
      />
      <CheckField
        {...switchProps(panel, "taxByState")}
        label={settingsFields.taxByState.label}
        hint="Charge tax only in the states you list. The default rate is not used."
        disabled={isLive && !form.enableTax}
      />
      {isLive ? (
        form.enableTax && form.taxByState && <StateTable panel={panel} />
      ) : (
        <TextAreaField
          {...textProps(panel, "stateRates")}
          rows={4}
          hint="One line for each state. Example: AZ 8.6"
        />
      )}
    </div>
  );
}

function StateTable({ panel: { form, errors, onChange } }: { panel: PanelProps }) {
  return (
    <div className="grid gap-4 border-l-4 border-line pl-4 sm:ml-8">
      {form.includeTaxInPrice && (
        <p role="status" className="max-w-prose text-ink-2">
          Prices include tax, so no state adds any.
        </p>
      )}
      <StateRates
        name="stateRates"
        value={form.stateRates}
        error={errors.stateRates}
        errors={errors}
        onChange={(stateRates) => onChange({ stateRates })}
      />
    </div>
  );
}

export function ShippingPanel(panel: PanelProps) {
  const { form } = panel;
  return (
    <div className="grid gap-4">
      <CheckField {...switchProps(panel, "enableFlatRateShipping")} label="Flat Rate Shipping" />
      <div role="status" className="empty:hidden">
        {!form.enableFlatRateShipping && (
          <p className="flex items-center gap-2.5 rounded-field bg-warn-tint px-4 py-3">
            <TriangleAlert aria-hidden="true" className="size-5 flex-none text-warn" />
            All orders will ship free
          </p>
        )}
      </div>
      <Amount panel={panel} name="flatRateShippingCost" isOn={form.enableFlatRateShipping} />
      <CheckField {...switchProps(panel, "enableFreeShipping")} label="Free Shipping" />
      <Amount panel={panel} name="freeShippingThreshold" isOn={form.enableFreeShipping} />
      <fieldset className="mt-2 grid gap-4 border-t border-line pt-5">
        <legend className="sr-only">Delivery time</legend>
        <p className="max-w-prose text-ink-2">
          Arrival dates count business days, without US holidays and your days off.
        </p>
        <div className="grid max-w-md gap-4 sm:grid-cols-2">
          <Amount panel={panel} name="deliveryDaysMin" isOn inputMode="numeric" />
          <Amount panel={panel} name="deliveryDaysMax" isOn inputMode="numeric" />
        </div>
        <TextAreaField
          {...textProps(panel, "daysOff")}
          rows={3}
          className="max-w-md"
          hint="Example: 12/24/2026 to 1/2/2027"
          optional
        />
      </fieldset>
      <div className="mt-2 grid gap-4 border-t border-line pt-5">
        <Amount
          panel={panel}
          name="returnDays"
          isOn
          inputMode="numeric"
          hint="Days after delivery, 0 for no returns, blank to show no number."
          optional
        />
        <Amount
          panel={panel}
          name="fixMinutes"
          isOn
          inputMode="numeric"
          hint="How long customers can correct an order, until anything ships."
        />
      </div>
    </div>
  );
}

export function HoldsPanel(panel: PanelProps) {
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-ink-2">
        Items are reserved while shoppers pay. Above this limit, they are reserved at Pay Now.
      </p>
      <Amount
        panel={panel}
        name="unitsPerVisitor"
        isOn
        inputMode="numeric"
        className="max-w-md"
        hint="All unpaid orders from one home or office together."
      />
    </div>
  );
}
