import type { ComponentProps } from "react";
import { STORE_TIME_ZONES } from "#domain/settings/business-hours.ts";
import type { SettingsField } from "#domain/settings/settings-form.ts";
import { Field, TextAreaField } from "../../ui/form/field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TriangleAlert } from "../../ui/icons.tsx";
import { CheckField } from "../forms/check-field.tsx";
import type { FormState } from "../forms/use-owner-form.ts";
import { StateRates } from "./state-rates.tsx";

type PanelProps = FormState<SettingsField>;

type AmountProps = ReturnType<PanelProps["field"]> & ComponentProps<typeof Field>;

function Amount(props: AmountProps) {
  return <Field inputMode="decimal" autoComplete="off" className="max-w-60" {...props} />;
}

export function BusinessPanel({ field }: PanelProps) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Field {...field("storeName")} autoComplete="organization" required />
      <Field {...field("email")} type="email" inputMode="email" autoComplete="email" required />
      <Field {...field("phone")} type="tel" inputMode="tel" autoComplete="tel" optional />
      <TextAreaField {...field("address")} rows={3} hint="Used as your return address." optional />
      <div className="grid content-start gap-5">
        <TextAreaField
          {...field("businessHours")}
          rows={3}
          hint="One line per group of days. Example: Saturday: 9am to noon"
        />
        <SelectField {...field("timeZone")} choices={STORE_TIME_ZONES} />
      </div>
    </div>
  );
}

export function TaxPanel({ form, field, check, isOn }: PanelProps) {
  return (
    <div className="grid gap-4">
      <CheckField {...check("enableTax")} />
      {!isOn("enableTax") && (
        <p className="max-w-prose text-ink-2">Turn on Enable Tax to change the settings below.</p>
      )}
      <Amount {...field("defaultTaxRate")} disabled={!isOn("enableTax")} />
      <CheckField
        {...check("includeTaxInPrice")}
        hint="Prices already include tax; the cart adds none."
        disabled={!isOn("enableTax")}
      />
      <CheckField
        {...check("taxByState")}
        hint="Charge tax only in the states you list. The default rate is not used."
        disabled={!isOn("enableTax")}
      />
      <div
        hidden={!isOn("enableTax") || !isOn("taxByState")}
        className="grid gap-4 border-l-4 border-line pl-4 sm:ml-8"
      >
        {isOn("includeTaxInPrice") && (
          <p role="status" className="max-w-prose text-ink-2">
            Prices include tax, so no state adds any.
          </p>
        )}
        <StateRates key={form.key} {...field("stateRates")} />
      </div>
    </div>
  );
}

export function ShippingPanel({ field, check, isOn }: PanelProps) {
  return (
    <div className="grid gap-4">
      <CheckField {...check("enableFlatRateShipping")} />
      <div role="status" className="empty:hidden">
        {!isOn("enableFlatRateShipping") && (
          <p className="flex items-center gap-2.5 rounded-field bg-warn-tint px-4 py-3">
            <TriangleAlert aria-hidden="true" className="size-5 flex-none text-warn" />
            All orders will ship free
          </p>
        )}
      </div>
      <Amount
        {...field("flatRateShippingCost")}
        disabled={!isOn("enableFlatRateShipping")}
        hint={isOn("enableFlatRateShipping") ? undefined : "Needs Flat Rate Shipping"}
      />
      <CheckField {...check("enableFreeShipping")} />
      <Amount
        {...field("freeShippingThreshold")}
        disabled={!isOn("enableFreeShipping")}
        hint={isOn("enableFreeShipping") ? undefined : "Needs Free Shipping"}
      />
      <fieldset className="mt-2 grid gap-4 border-t border-line pt-5">
        <legend className="sr-only">Delivery time</legend>
        <p className="max-w-prose text-ink-2">Arrival dates skip weekends, holidays, and your days off.</p>
        <div className="grid max-w-md gap-4 sm:grid-cols-2">
          <Amount {...field("deliveryDaysMin")} inputMode="numeric" />
          <Amount {...field("deliveryDaysMax")} inputMode="numeric" />
        </div>
        <CheckField
          {...check("keepsFederalHolidays")}
          hint="On: all 11, as USPS does. Off: only the six when no carrier delivers."
        />
        <TextAreaField
          {...field("daysOff")}
          rows={3}
          className="max-w-md"
          hint="Example: 12/24/2026 to 1/2/2027"
          optional
        />
      </fieldset>
      <div className="mt-2 grid gap-4 border-t border-line pt-5">
        <Amount
          {...field("returnDays")}
          inputMode="numeric"
          hint="After delivery: 0 for no returns, blank to show no number"
          optional
        />
        <Field
          {...field("returnCondition")}
          className="max-w-md"
          hint="Example: Unworn, with tags"
          optional
        />
        <CheckField {...check("returnsAreFree")} hint="You send the customer a label." />
        <Amount {...field("refundDays")} inputMode="numeric" hint="From the day you get a return" />
        <Amount
          {...field("fixMinutes")}
          inputMode="numeric"
          hint="Customers can correct an order this long, until anything ships."
        />
      </div>
    </div>
  );
}

export function HoldsPanel({ field }: PanelProps) {
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-ink-2">
        Items are reserved while shoppers pay. Above this limit, they are reserved at Pay Now.
      </p>
      <Amount
        {...field("unitsPerVisitor")}
        inputMode="numeric"
        className="max-w-md"
        hint="All unpaid orders from one home or office together."
      />
    </div>
  );
}
