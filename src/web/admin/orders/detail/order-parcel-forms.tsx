import { useId } from "react";
import {
  CARRIER_LENGTH_MAX,
  carriers,
  type Shipment,
  TRACKING_LENGTH_MAX,
} from "#domain/order/fulfillment.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import type { OrderAnswer, OrderIntent } from "./order-answer.ts";
import { FoldedForm, type KnownOrder, OrderForm, typed } from "./order-form.tsx";

/** A step of the parcel that needs no fields. */
export function OneButton({ label, ...form }: KnownOrder & { intent: OrderIntent; label: string }) {
  return (
    <OrderForm {...form}>
      {({ isPending }) => (
        <Button type="submit" look="secondary" pending={isPending}>
          {label}
        </Button>
      )}
    </OrderForm>
  );
}

export function ShipForm(known: KnownOrder) {
  return (
    <OrderForm {...known} intent="ship">
      {({ answer, isPending }) => (
        <>
          <h3 className="font-semibold">Ship this order</h3>
          <ShipmentFields answer={answer} hint="The customer gets it by mail." />
          <Button type="submit" pending={isPending}>
            Mark as shipped
          </Button>
        </>
      )}
    </OrderForm>
  );
}

/** Fixes a wrong carrier or number: the parcel does not move, and the history has one more entry. */
export function CorrectForm({ shipment, ...known }: KnownOrder & { shipment: Shipment }) {
  return (
    <FoldedForm
      {...known}
      formKey={`${shipment.carrier} ${shipment.trackingNumber}`}
      intent="correct"
      summary="Correct carrier or tracking number"
    >
      {({ answer, isPending }) => (
        <>
          <ShipmentFields answer={answer} shipment={shipment} />
          <label className="check-line">
            <input
              type="checkbox"
              name="mail"
              defaultChecked={answer?.values ? answer.values.mail === "on" : true}
            />
            Mail the customer the new tracking number
          </label>
          <Button type="submit" look="secondary" pending={isPending}>
            Save correction
          </Button>
        </>
      )}
    </FoldedForm>
  );
}

type FieldsProps = { answer: OrderAnswer | undefined; shipment?: Shipment; hint?: string };

function ShipmentFields({ answer, shipment, hint }: FieldsProps) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <CarrierField {...typed(answer, "carrier", shipment?.carrier)} />
      <Field
        {...typed(answer, "trackingNumber", shipment?.trackingNumber)}
        label="Tracking number"
        required
        maxLength={TRACKING_LENGTH_MAX}
        autoComplete="off"
        hint={hint}
      />
    </div>
  );
}

/** The usual carriers as suggestions; any other can be typed. */
export function CarrierField({ defaultValue, error }: { defaultValue: string; error?: string | undefined }) {
  const listId = useId();
  return (
    <>
      <Field
        label="Carrier"
        name="carrier"
        list={listId}
        required
        maxLength={CARRIER_LENGTH_MAX}
        defaultValue={defaultValue}
        error={error}
        autoComplete="off"
      />
      <datalist id={listId}>
        {carriers.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
    </>
  );
}
