import { useId, useState } from "react";
import { isForgotten } from "#domain/customer/forget.ts";
import { paidStatuses } from "#domain/order/order.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import {
  CARRIER_LENGTH_MAX,
  carriers,
  type Sending,
  type Shipment,
  shipmentField,
  shippingWay,
  shippingWays,
  TRACKING_LENGTH_MAX,
} from "#domain/order/shipments.ts";
import { linesWith, unitsToSend } from "#domain/order/units.ts";
import { itemName } from "#domain/product/item-name.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { CountField } from "../../forms/count-field.tsx";
import { WithdrawBox } from "../withdraw-box.tsx";
import type { OrderAnswer, OrderIntent } from "./order-answer.ts";
import { FoldedForm, type KnownOrder, OrderForm, typed } from "./order-form.tsx";

/** A step of the shipment that needs no fields. */
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

/** Sends what is left of the order, or a part of it. It begins with how the shipment before was sent. */
export function ShipForm(known: KnownOrder) {
  const { shipments, extraPayments } = known.order;
  const waiting = extraPayments.find(({ state }) => state === "waiting");
  return (
    <OrderForm {...known} formKey={shipments.length} intent="ship">
      {({ answer, isPending }) => (
        <>
          <h3 className="font-semibold">{shipments.length === 0 ? "Ship this order" : "Ship the rest"}</h3>
          <SendingFields answer={answer} known={known.order.lastSending} />
          <PartFields order={known.order} answer={answer} />
          {waiting && <WithdrawBox amount={waiting.amount} />}
          <Button type="submit" pending={isPending}>
            Mark as shipped
          </Button>
        </>
      )}
    </OrderForm>
  );
}

const ways = Object.entries(shippingWays).map(([value, label]) => ({ value, label }));

type SendingProps = { answer: OrderAnswer | undefined; known: Pick<Sending, "way" | "carrier"> | null };

/** Carrier and number are only asked for when there is a carrier; the number may be left out. */
function SendingFields({ answer, known }: SendingProps) {
  const [way, setWay] = useState(shippingWay(answer?.values?.way ?? known?.way));
  const wayId = useId();
  return (
    <>
      <SelectField
        id={wayId}
        name="way"
        label="Delivery method"
        value={way}
        onChange={(event) => setWay(shippingWay(event.target.value))}
        choices={ways}
      />
      {way === "carrier" && <TrackingFields answer={answer} tracking={known} />}
    </>
  );
}

type PartProps = { order: OrderDetail; answer: OrderAnswer | undefined };

/** Everything goes, unless the owner takes units out. */
function PartFields({ order, answer }: PartProps) {
  const lines = linesWith(order.items, unitsToSend);
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const isHydrated = useHydrated();
  const all = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (all < 2) return null;
  return (
    <details className="disclosure" open={answer?.errors !== undefined && hasOwn(answer.errors, lines)}>
      <summary>Only a part of it</summary>
      <div className="grid gap-3 pb-2">
        {lines.map((line) => {
          const field = shipmentField(line);
          const name = itemName(line);
          const count = counts[field] ?? line.quantity;
          return (
            <div
              key={field}
              className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-line pt-3"
            >
              {isHydrated ? (
                <>
                  <p className="min-w-0 flex-1 basis-52 font-semibold wrap-anywhere">{name}</p>
                  <CountField
                    name={field}
                    label={`Quantity of ${name} in this shipment`}
                    value={count}
                    min={0}
                    max={line.quantity}
                    onChange={(value) => setCounts((known) => ({ ...known, [field]: value }))}
                  />
                </>
              ) : (
                <Field
                  {...typed(answer, field, String(line.quantity))}
                  label={name}
                  inputMode="numeric"
                  hint={`0 to ${line.quantity}`}
                />
              )}
            </div>
          );
        })}
        <p className="text-sm text-ink-2">
          The email lists the items in this shipment and the items still to come.
        </p>
      </div>
    </details>
  );
}

function hasOwn(errors: Record<string, string>, lines: { id: string }[]): boolean {
  return lines.some((line) => Object.hasOwn(errors, shipmentField(line)));
}

type ShipmentProps = KnownOrder & { shipment: Shipment; isOnly: boolean };

/** What can be done about a shipment that has left. */
export function ShipmentForms(props: ShipmentProps) {
  return (
    <div>
      <CorrectForm {...props} />
      <ResendForm {...props} />
    </div>
  );
}

/** Sends the customer the shipping email again, for example after the email was corrected. */
function ResendForm({ shipment, isOnly, ...known }: ShipmentProps) {
  const { status, address } = known.order;
  if (!paidStatuses.includes(status) || isForgotten(address)) return null;
  return (
    <OrderForm {...known} intent="resend-shipment" about={shipment.id}>
      {({ isPending }) => (
        <>
          <input type="hidden" name="shipmentId" value={shipment.id} />
          <Button type="submit" look="secondary" pending={isPending}>
            Resend shipping email{isOnly ? "" : ` for shipment ${shipment.number}`}
          </Button>
        </>
      )}
    </OrderForm>
  );
}

/** Fixes a wrong carrier or number: the shipment does not move, and the history has one more entry. */
function CorrectForm({ shipment, isOnly, ...known }: ShipmentProps) {
  return (
    <FoldedForm
      {...known}
      formKey={`${shipment.carrier} ${shipment.trackingNumber}`}
      intent="correct"
      about={shipment.id}
      summary={`Correct carrier or tracking number${isOnly ? "" : ` of shipment ${shipment.number}`}`}
    >
      {({ answer, isPending }) => (
        <>
          <input type="hidden" name="shipmentId" value={shipment.id} />
          <TrackingFields answer={answer} tracking={shipment} />
          <label className="check-line">
            <input
              type="checkbox"
              name="mail"
              defaultChecked={answer?.values ? answer.values.mail === "on" : true}
            />
            Email the customer the new tracking number
          </label>
          <Button type="submit" look="secondary" pending={isPending}>
            Save correction
          </Button>
        </>
      )}
    </FoldedForm>
  );
}

type FieldsProps = {
  answer: OrderAnswer | undefined;
  tracking: { carrier: string; trackingNumber?: string } | null;
};

function TrackingFields({ answer, tracking }: FieldsProps) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <CarrierField {...typed(answer, "carrier", tracking?.carrier)} />
      <Field
        {...typed(answer, "trackingNumber", tracking?.trackingNumber)}
        label="Tracking number"
        maxLength={TRACKING_LENGTH_MAX}
        autoComplete="off"
        hint="If there is one, we'll email it to the customer."
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
