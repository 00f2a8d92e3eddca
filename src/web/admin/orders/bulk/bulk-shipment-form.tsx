import { type ReactNode, useState } from "react";
import { href, Link, useFetcher } from "react-router";
import type { FormSchema } from "#domain/form/form-fields.ts";
import { bulkDeliverForm, bulkShipForm } from "#domain/order/forms/shipment-forms.ts";
import { refuseFulfillment } from "#domain/order/fulfillment.ts";
import { type ListedOrder, orderNumber } from "#domain/order/order.ts";
import { TRACKING_LENGTH_MAX } from "#domain/order/shipments.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Refusal } from "../../../ui/form/refusal.tsx";
import { CircleAlert, CircleCheck } from "../../../ui/icons.tsx";
import { formAnswerIn } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { type FormState, useOwnerForm } from "../../forms/use-owner-form.ts";
import { CarrierField } from "../detail/order-shipment-forms.tsx";
import { type BulkAnswer, type BulkLine, type BulkStep, linesSoFar } from "./bulk-lines.ts";

type BulkFormProps = {
  /** The chosen orders as they are listed. */
  orders: ListedOrder[];
  step: BulkStep;
  /** The carrier of the shipment before; "" when there is none. */
  lastCarrier: string;
  /** The answer of the page's own action, to a form that was sent before scripts arrived. */
  answered?: BulkAnswer | undefined;
  /** Hears which orders are left. */
  children?: (rest: ListedOrder[]) => ReactNode;
};

/** One step for several orders, and what happened to each. Refused orders stay to be corrected. */
export function BulkForm({ orders, step, lastCarrier, answered, children }: BulkFormProps) {
  const fetcher = useFetcher<BulkAnswer>();
  const answer: BulkAnswer | undefined = formAnswerIn(fetcher.data) ?? answered;
  const [lines, setLines] = useState<BulkLine[]>(answer?.lines ?? []);
  const [seen, setSeen] = useState(answer);
  if (answer !== seen) {
    setSeen(answer);
    setLines(linesSoFar(lines, answer?.lines ?? []));
  }
  const done = new Set(lines.filter(({ ok }) => ok).map(({ id }) => id));
  const rest = orders.filter(({ id }) => !done.has(id));
  const possible = rest.filter((order) => refuseFulfillment(order, step) === null);
  const impossible = rest.filter((order) => !possible.includes(order));
  const isShipping = step === "shipped";
  const schema: FormSchema = isShipping ? bulkShipForm : bulkDeliverForm;
  const form = useOwnerForm({
    ...{ schema, intent: step, fetcher, answer },
    stored: isShipping ? shipFields(orders, lastCarrier) : { ids: possible.map(({ id }) => id) },
  });
  return (
    <>
      <div role="status" className="grid gap-2 empty:hidden">
        <BulkResults lines={lines} />
      </div>
      {rest.length > 0 && (
        <OwnerForm form={form} action={bulkPath(step, rest)} className="grid gap-4">
          {isShipping ? <ShipFields form={form} orders={possible} /> : <DeliverFields orders={possible} />}
          {impossible.length > 0 && (
            <p className="text-ink-2">
              {impossible.map(({ number }) => orderNumber(number)).join(", ")}{" "}
              {isShipping
                ? "can't be shipped: not paid, or shipped already."
                : "can't be marked as delivered: not on the way."}
            </p>
          )}
          {possible.length > 0 && (
            <Button type="submit" pending={form.isSaving}>
              Mark as {step}
            </Button>
          )}
        </OwnerForm>
      )}
      {children?.(rest)}
    </>
  );
}

/** `seen`: how often each order was corrected before. */
function shipFields(orders: ListedOrder[], carrier: string) {
  const numbers = Object.fromEntries(orders.map(({ id }) => [id, ""]));
  return { carrier, numbers, seen: Object.fromEntries(orders.map((order) => [order.id, order.corrections])) };
}

type ShipFieldsProps = { form: FormState<"carrier">; orders: ListedOrder[] };

function ShipFields({ form, orders }: ShipFieldsProps) {
  if (orders.length === 0) return null;
  return (
    <>
      <Refusal>{form.form.allErrors.numbers?.[0]}</Refusal>
      <CarrierField {...form.field("carrier")} />
      <p className="text-ink-2">
        We'll email each customer the tracking number. Orders without a number are skipped.
      </p>
      <ul className="grid gap-3">
        {orders.map((order) => (
          <li key={order.id}>
            <Field
              {...form.at(`numbers.${order.id}`)}
              label={`Tracking number of ${orderNumber(order.number)}, ${order.customerName}`}
              maxLength={TRACKING_LENGTH_MAX}
              autoComplete="off"
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function DeliverFields({ orders }: { orders: ListedOrder[] }) {
  return (
    <ul className="grid gap-3">
      {orders.map((order) => (
        <li key={order.id}>
          <input type="hidden" name="ids" value={order.id} />
          <strong className="font-semibold">{orderNumber(order.number)}</strong>, {order.customerName}
        </li>
      ))}
    </ul>
  );
}

/** What happened to each order. */
function BulkResults({ lines }: { lines: BulkLine[] }) {
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

/** The page that asks the same of the same orders: where signing in leads back to when the session has ended. */
function bulkPath(step: BulkStep, orders: readonly { id: string }[]): string {
  const params = new URLSearchParams([["step", step], ...orders.map(({ id }) => ["id", id])]);
  return `${href("/admin/orders/bulk")}?${params}`;
}
