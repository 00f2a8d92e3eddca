import { href, Link } from "react-router";
import { refuseFulfillment } from "#domain/order/fulfillment.ts";
import { type ListedOrder, orderNumber } from "#domain/order/order.ts";
import { TRACKING_LENGTH_MAX } from "#domain/order/shipments.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { CircleAlert, CircleCheck } from "../../../ui/icons.tsx";
import { CarrierField } from "../detail/order-shipment-forms.tsx";
import type { BulkAnswer, BulkLine, BulkStep } from "./bulk-answer.ts";

type BulkFieldsProps = {
  /** The chosen orders in their current state. */
  orders: ListedOrder[];
  step: BulkStep;
  answer: BulkAnswer | undefined;
  /** The carrier of the shipment before; "" when there is none. */
  lastCarrier: string;
  isPending: boolean;
};

/** The fields of a step for several orders; only orders that can take the step have one. */
export function BulkShipmentFields({ orders, step, answer, lastCarrier, isPending }: BulkFieldsProps) {
  const possible = orders.filter((order) => refuseFulfillment(order, step) === null);
  const impossible = orders.filter((order) => refuseFulfillment(order, step) !== null);
  return (
    <>
      <input type="hidden" name="intent" value={step} />
      {step === "shipped" && possible.length > 0 && (
        <>
          <CarrierField
            defaultValue={answer?.values.carrier ?? lastCarrier}
            error={answer?.errors?.carrier}
          />
          <p className="text-ink-2">
            We'll email each customer the tracking number. Orders without a number are skipped.
          </p>
        </>
      )}
      <ul className="grid gap-3">
        {possible.map((order) => (
          <li key={order.id}>
            <input type="hidden" name="id" value={order.id} />
            <input type="hidden" name={`seen:${order.id}`} value={order.corrections} />
            {step === "shipped" ? (
              <Field
                label={`Tracking number of ${orderNumber(order.number)}, ${order.customerName}`}
                name={`trackingNumber:${order.id}`}
                maxLength={TRACKING_LENGTH_MAX}
                defaultValue={answer?.values.tracking[order.id] ?? ""}
                error={answer?.errors?.[order.id]}
                autoComplete="off"
              />
            ) : (
              <>
                <strong className="font-semibold">{orderNumber(order.number)}</strong>, {order.customerName}
              </>
            )}
          </li>
        ))}
      </ul>
      {impossible.length > 0 && (
        <p className="text-ink-2">
          {impossible.map(({ number }) => orderNumber(number)).join(", ")}{" "}
          {step === "shipped"
            ? "can't be shipped: not paid, or shipped already."
            : "can't be marked as delivered: not on the way."}
        </p>
      )}
      {possible.length > 0 && (
        <Button type="submit" pending={isPending}>
          Mark as {step}
        </Button>
      )}
    </>
  );
}

/** What happened to each order. */
export function BulkResults({ lines }: { lines: BulkLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-label="What happened">
      {lines.map(({ id, number, ok, text }) => {
        const Icon = ok ? CircleCheck : CircleAlert;
        return (
          <li
            key={id}
            className={`flex gap-2.5 rounded-field px-4 py-3 ${ok ? "bg-ok-tint text-ok" : "bg-err-tint text-err"}`}
          >
            <Icon aria-hidden="true" className="mt-0.5 size-5 flex-none" />
            <span>
              <Link to={href("/admin/orders/:id", { id })} className="font-semibold underline">
                {orderNumber(number)}
              </Link>{" "}
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
