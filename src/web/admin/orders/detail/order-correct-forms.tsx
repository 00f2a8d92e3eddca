import { isForgotten } from "#domain/customer/forget.ts";
import { refuseCorrection, refuseNewEmail } from "#domain/order/corrections.ts";
import { addressFields } from "#domain/order/forms/order-forms.ts";
import { paidStatuses } from "#domain/order/order.ts";
import { usStates } from "#domain/postal-address/us-states.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { CORRECT_EMAIL } from "../order-link.tsx";
import { FoldedForm, type KnownOrder, OrderButton } from "./order-form.tsx";

/** Corrects the email, and sends the confirmation again. */
export function EmailForms(known: KnownOrder) {
  const { order } = known;
  if (isForgotten(order.address)) return null;
  return (
    <>
      {refuseNewEmail(order) === null && (
        <FoldedForm
          {...known}
          kind="email"
          id={CORRECT_EMAIL}
          stored={{ email: order.address.customer_email }}
          summary="Correct the email"
          className="mt-2 border-t border-line"
        >
          {(form) => (
            <>
              <Field
                {...form.field("email")}
                type="email"
                autoComplete="off"
                hint="We'll send the confirmation there, and let the old address know that emails now go elsewhere."
              />
              <Button type="submit" look="secondary" pending={form.isSaving}>
                Save email
              </Button>
            </>
          )}
        </FoldedForm>
      )}
      {paidStatuses.includes(order.status) && (
        <OrderButton
          {...{ order, intent: "resend", label: "Send the confirmation again" }}
          className="mt-4"
        />
      )}
    </>
  );
}

const stateChoices = usStates.map(([value, label]) => ({ value, label }));

/** Corrects where the order goes, until all of it has left. */
export function AddressForm(known: KnownOrder) {
  const { order } = known;
  if (refuseCorrection(order) !== null || isForgotten(order.address)) return null;
  return (
    <FoldedForm
      {...known}
      kind="address"
      stored={addressFields(order.address)}
      summary="Correct the address"
      className="mt-2 border-t border-line"
    >
      {({ field, isSaving }) => (
        <>
          <Field {...field("name")} />
          <Field {...field("address1")} />
          <Field {...field("address2")} optional />
          <Field {...field("city")} />
          <SelectField {...field("state")} choices={stateChoices} hint="The tax stays as it was charged." />
          <Field {...field("postalCode")} inputMode="numeric" />
          <Field {...field("phone")} type="tel" optional />
          <Button type="submit" look="secondary" pending={isSaving}>
            Save address
          </Button>
          <p className="text-sm text-ink-2">We'll email the customer the new address.</p>
        </>
      )}
    </FoldedForm>
  );
}
