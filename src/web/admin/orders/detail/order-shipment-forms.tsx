import { type ComponentProps, useId } from "react";
import { isForgotten } from "#domain/customer/forget.ts";
import { paidStatuses } from "#domain/order/order.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import {
  CARRIER_LENGTH_MAX,
  carriers,
  type Shipment,
  shippingWay,
  shippingWays,
  TRACKING_LENGTH_MAX,
} from "#domain/order/shipments.ts";
import { linesWith, unitsToSend } from "#domain/order/units.ts";
import { itemName } from "#domain/product/item-name.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { CountField } from "../../forms/count-field.tsx";
import type { FormState } from "../../forms/use-owner-form.ts";
import { WithdrawBox } from "../withdraw-box.tsx";
import { FoldedForm, type KnownOrder, OrderButton, OrderForm } from "./order-form.tsx";

const ways = Object.entries(shippingWays).map(([value, label]) => ({ value, label }));

/** Sends what is left of the order, or a part of it. It begins with how the shipment before was sent. */
export function ShipForm(known: KnownOrder) {
  const { shipments, extraPayments, items, lastSending } = known.order;
  const waiting = extraPayments.find(({ state }) => state === "waiting");
  const lines = linesWith(items, unitsToSend);
  const hasParts = lines.reduce((sum, { quantity }) => sum + quantity, 0) > 1;
  const units = Object.fromEntries(lines.map(({ id, quantity }) => [id, { count: String(quantity) }]));
  const stored = {
    ...{ way: shippingWay(lastSending?.way), carrier: lastSending?.carrier ?? "", trackingNumber: "" },
    ...{ units: hasParts ? units : {}, withdraw: "" },
  };
  return (
    <OrderForm {...known} kind="ship" stored={stored}>
      {(form) => (
        <>
          <h3 className="font-semibold">{shipments.length === 0 ? "Ship this order" : "Ship the rest"}</h3>
          <SelectField {...form.field("way")} choices={ways} />
          {/* Carrier and number are only asked for when there is a carrier. */}
          <div hidden={form.typed.way !== "carrier"}>
            <TrackingFields form={form} />
          </div>
          {hasParts && <PartFields form={form} lines={lines} />}
          {waiting && <WithdrawBox amount={waiting.amount} />}
          <Button type="submit" pending={form.isSaving}>
            Mark as shipped
          </Button>
        </>
      )}
    </OrderForm>
  );
}

type PartProps = { form: FormState<"units">; lines: OrderDetail["items"] };

/** Everything goes, unless the owner takes units out. */
function PartFields({ form, lines }: PartProps) {
  const isWrong = lines.some(({ id }) => form.at(`units.${id}.count`).error);
  return (
    <details className="disclosure" open={isWrong}>
      <summary>Only a part of it</summary>
      <div className="grid gap-3 pb-2">
        {lines.map((line) => (
          <div
            key={line.id}
            className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-line pt-3"
          >
            <p className="min-w-0 flex-1 basis-52 font-semibold wrap-anywhere">{itemName(line)}</p>
            <CountField
              form={form}
              path={`units.${line.id}.count`}
              label={`Quantity of ${itemName(line)} in this shipment`}
              min={0}
              max={line.quantity}
            />
          </div>
        ))}
        <p className="text-sm text-ink-2">
          The email lists the items in this shipment and the items still to come.
        </p>
      </div>
    </details>
  );
}

type ShipmentProps = KnownOrder & { shipment: Shipment; isOnly: boolean };

/** What can be done about a shipment that has left. */
export function ShipmentForms({ shipment, isOnly, ...known }: ShipmentProps) {
  const { order } = known;
  const canEmail = paidStatuses.includes(order.status) && !isForgotten(order.address);
  const ofShipment = (preposition: string) => (isOnly ? "" : ` ${preposition} shipment ${shipment.number}`);
  return (
    <div>
      <CorrectForm {...known} shipment={shipment} ofShipment={ofShipment("of")} />
      {canEmail && (
        <OrderButton
          {...{ order, intent: "resend-shipment", aboutId: shipment.id }}
          label={`Resend shipping email${ofShipment("for")}`}
        />
      )}
    </div>
  );
}

type CorrectProps = KnownOrder & { shipment: Shipment; ofShipment: string };

/** Fixes a wrong carrier or number: the shipment does not move, and the history has one more entry. */
function CorrectForm({ shipment, ofShipment, ...known }: CorrectProps) {
  const { id, carrier, trackingNumber } = shipment;
  return (
    <FoldedForm
      {...known}
      kind="correct"
      aboutId={id}
      stored={{ carrier, trackingNumber, mail: "on" }}
      summary={`Correct carrier or tracking number${ofShipment}`}
    >
      {(form) => {
        const { label, ...mail } = form.check("mail");
        return (
          <>
            <TrackingFields form={form} />
            <label className="check-line">
              <input type="checkbox" {...mail} />
              {label}
            </label>
            <Button type="submit" look="secondary" pending={form.isSaving}>
              Save correction
            </Button>
          </>
        );
      }}
    </FoldedForm>
  );
}

function TrackingFields({ form }: { form: FormState<"carrier" | "trackingNumber"> }) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <CarrierField {...form.field("carrier")} />
      <Field
        {...form.field("trackingNumber")}
        maxLength={TRACKING_LENGTH_MAX}
        autoComplete="off"
        hint="If there is one, we'll email it to the customer."
      />
    </div>
  );
}

/** The usual carriers as suggestions; any other can be typed. */
export function CarrierField(props: Partial<ComponentProps<typeof Field>>) {
  const listId = useId();
  return (
    <>
      <Field
        label="Carrier"
        name="carrier"
        {...props}
        list={listId}
        maxLength={CARRIER_LENGTH_MAX}
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
