import { useId } from "react";
import { isForgotten } from "#domain/customer/forget.ts";
import { refuseCorrection, refuseNewEmail } from "#domain/order/corrections.ts";
import { orderStamp } from "#domain/order/fulfillment.ts";
import { paidStatuses } from "#domain/order/order.ts";
import { usStates } from "#domain/postal-address/us-states.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { CORRECT_EMAIL } from "../order-link.tsx";
import { FoldedForm, type KnownOrder, OrderForm, typed } from "./order-form.tsx";

/** Corrects the email, and sends the confirmation again. */
export function EmailForms(known: KnownOrder) {
  const { order } = known;
  if (isForgotten(order.address)) return null;
  return (
    <>
      {refuseNewEmail(order) === null && (
        <FoldedForm
          {...known}
          intent="email"
          id={CORRECT_EMAIL}
          formKey={orderStamp(order)}
          summary="Correct the email"
          className="mt-2 border-t border-line"
        >
          {({ answer, isPending }) => (
            <>
              <Field
                {...typed(answer, "email", order.address.customer_email)}
                label="Email"
                type="email"
                required
                autoComplete="off"
                hint="We'll send the confirmation there, and let the old address know that emails now go elsewhere."
              />
              <Button type="submit" look="secondary" pending={isPending}>
                Save email
              </Button>
            </>
          )}
        </FoldedForm>
      )}
      {paidStatuses.includes(order.status) && (
        <OrderForm {...known} intent="resend">
          {({ isPending }) => (
            <Button type="submit" look="secondary" pending={isPending} className="mt-4">
              Send the confirmation again
            </Button>
          )}
        </OrderForm>
      )}
    </>
  );
}

const stateChoices = usStates.map(([value, label]) => ({ value, label }));

/** Corrects where the order goes, until all of it has left. */
export function AddressForm(known: KnownOrder) {
  const { order } = known;
  const stateId = useId();
  if (refuseCorrection(order) !== null || isForgotten(order.address)) return null;
  const { address } = order;
  return (
    <FoldedForm
      {...known}
      intent="address"
      formKey={orderStamp(order)}
      summary="Correct the address"
      className="mt-2 border-t border-line"
    >
      {({ answer, isPending }) => (
        <>
          <Field {...typed(answer, "name", address.customer_name)} label="Full name" required />
          <Field {...typed(answer, "address1", address.line1)} label="Address" required />
          <Field {...typed(answer, "address2", address.line2 ?? "")} label="Apartment, suite" optional />
          <Field {...typed(answer, "city", address.city)} label="City" required />
          <SelectField
            id={stateId}
            {...typed(answer, "state", address.state)}
            label="State"
            choices={stateChoices}
            hint="The tax stays as it was charged."
          />
          <Field
            {...typed(answer, "postalCode", address.postal_code)}
            label="ZIP code"
            inputMode="numeric"
            required
          />
          <Field {...typed(answer, "phone", address.phone ?? "")} label="Phone" type="tel" optional />
          <Button type="submit" look="secondary" pending={isPending}>
            Save address
          </Button>
          <p className="text-sm text-ink-2">We'll email the customer the new address.</p>
        </>
      )}
    </FoldedForm>
  );
}
