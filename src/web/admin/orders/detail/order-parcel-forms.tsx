import { useId, useState } from "react";
import { isForgotten } from "#domain/customer/forget.ts";
import { paidStatuses } from "#domain/order/order.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import {
  CARRIER_LENGTH_MAX,
  carriers,
  type Parcel,
  parcelField,
  type Sending,
  shippingWay,
  shippingWays,
  TRACKING_LENGTH_MAX,
} from "#domain/order/parcels.ts";
import { linesWith, piecesToSend } from "#domain/order/units.ts";
import { itemName } from "#domain/product/item-name.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { CountField } from "../../forms/count-field.tsx";
import { WithdrawBox } from "../withdraw-box.tsx";
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

/** Sends what is left of the order, or a part of it. It begins with how the parcel before was sent. */
export function ShipForm(known: KnownOrder) {
  const { parcels, extraPayments } = known.order;
  const waiting = extraPayments.find(({ state }) => state === "waiting");
  return (
    <OrderForm {...known} formKey={parcels.length} intent="ship">
      {({ answer, isPending }) => (
        <>
          <h3 className="font-semibold">{parcels.length === 0 ? "Ship this order" : "Ship the rest"}</h3>
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
      {way === "carrier" && <ShipmentFields answer={answer} shipment={known} />}
    </>
  );
}

type PartProps = { order: OrderDetail; answer: OrderAnswer | undefined };

/** Everything goes, unless the owner takes pieces out. */
function PartFields({ order, answer }: PartProps) {
  const lines = linesWith(order.items, piecesToSend);
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const isHydrated = useHydrated();
  const all = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (all < 2) return null;
  return (
    <details className="disclosure" open={answer?.errors !== undefined && hasOwn(answer.errors, lines)}>
      <summary>Only a part of it</summary>
      <div className="grid gap-3 pb-2">
        {lines.map((line) => {
          const field = parcelField(line);
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
                    label={`Pieces of ${name} in this parcel`}
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
                  hint={`0 to ${line.quantity} pieces`}
                />
              )}
            </div>
          );
        })}
        <p className="text-sm text-ink-2">The mail says what is in this parcel and what is still to come.</p>
      </div>
    </details>
  );
}

function hasOwn(errors: Record<string, string>, lines: { id: string }[]): boolean {
  return lines.some((line) => Object.hasOwn(errors, parcelField(line)));
}

type ParcelProps = KnownOrder & { parcel: Parcel; isOnly: boolean };

/** What can be done about a parcel that has left. */
export function ParcelForms(props: ParcelProps) {
  return (
    <div>
      <CorrectForm {...props} />
      <ResendForm {...props} />
    </div>
  );
}

/** Sends the customer the parcel's mail again, for example after the email was corrected. */
function ResendForm({ parcel, isOnly, ...known }: ParcelProps) {
  const { status, address } = known.order;
  if (!paidStatuses.includes(status) || isForgotten(address)) return null;
  return (
    <OrderForm {...known} intent="resend-parcel" about={parcel.id}>
      {({ isPending }) => (
        <>
          <input type="hidden" name="parcelId" value={parcel.id} />
          <Button type="submit" look="secondary" pending={isPending}>
            Send the shipping mail{isOnly ? "" : ` of parcel ${parcel.number}`} again
          </Button>
        </>
      )}
    </OrderForm>
  );
}

/** Fixes a wrong carrier or number: the parcel does not move, and the history has one more entry. */
function CorrectForm({ parcel, isOnly, ...known }: ParcelProps) {
  return (
    <FoldedForm
      {...known}
      formKey={`${parcel.carrier} ${parcel.trackingNumber}`}
      intent="correct"
      about={parcel.id}
      summary={`Correct carrier or tracking number${isOnly ? "" : ` of parcel ${parcel.number}`}`}
    >
      {({ answer, isPending }) => (
        <>
          <input type="hidden" name="parcelId" value={parcel.id} />
          <ShipmentFields answer={answer} shipment={parcel} />
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

type FieldsProps = {
  answer: OrderAnswer | undefined;
  shipment: { carrier: string; trackingNumber?: string } | null;
};

function ShipmentFields({ answer, shipment }: FieldsProps) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <CarrierField {...typed(answer, "carrier", shipment?.carrier)} />
      <Field
        {...typed(answer, "trackingNumber", shipment?.trackingNumber)}
        label="Tracking number"
        maxLength={TRACKING_LENGTH_MAX}
        autoComplete="off"
        hint="If there is one; the customer gets it by mail."
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
