import { type ReactNode, useId } from "react";
import { href, useFetcher } from "react-router";
import {
  CARRIER_LENGTH_MAX,
  carriers,
  NOTE_LENGTH_MAX,
  orderStamp,
  refuseFulfillment,
  TRACKING_LENGTH_MAX,
} from "#domain/fulfillment.ts";
import { formatDollars, formatMoney } from "#domain/money.ts";
import { type OrderDetail, refundable } from "#domain/order-detail.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { Field, TextAreaField } from "../ui/field.tsx";
import type { OrderAnswer, OrderIntent } from "./order-answer.ts";
import { Card } from "./order-facts.tsx";
import { useAnswerToast } from "./use-notice-toasts.ts";

type FormsProps = {
  order: OrderDetail;
  /** Makes a refund that is sent twice the same refund. */
  refundId: string;
  /** How the page's own action answered, in a browser without scripts. */
  answered: OrderAnswer | undefined;
};

const unpaid = ["pending", "processing", "failed"];

/** What the owner can do with the order as it is now; nothing is offered that would be refused. */
export function OrderForms({ order, refundId, answered }: FormsProps) {
  const rest = refundable(order);
  const canShip = refuseFulfillment(order, "shipped") === null;
  const canDeliver = refuseFulfillment(order, "delivered") === null;
  const canReturn = refuseFulfillment(order, "returned") === null;
  const canRefund = rest > 0 && ["paid", "partially_refunded"].includes(order.status);
  const canCancel = unpaid.includes(order.status);
  const hasActions = canShip || canDeliver || canReturn || canRefund || canCancel;
  return (
    <>
      {hasActions && (
        <Card title="Actions">
          <div className="grid gap-3">
            {canShip && <ShipForm order={order} answered={answered} />}
            <div className="flex flex-wrap gap-3 empty:hidden">
              {canDeliver && (
                <OneButton order={order} intent="deliver" label="Mark as delivered" answered={answered} />
              )}
              {canReturn && (
                <OneButton
                  order={order}
                  intent="return"
                  label="Mark as returned"
                  look="quiet"
                  answered={answered}
                />
              )}
            </div>
            {canRefund && <RefundForm order={order} refundId={refundId} rest={rest} answered={answered} />}
            {canCancel && <CancelForm order={order} answered={answered} />}
          </div>
        </Card>
      )}
      <Card title="Notes">
        <NoteForm key={order.notes.length} order={order} answered={answered} />
      </Card>
    </>
  );
}

type OrderFormProps = {
  order: OrderDetail;
  intent: OrderIntent;
  answered: OrderAnswer | undefined;
  children: (form: { answer: OrderAnswer | undefined; isPending: boolean }) => ReactNode;
};

/** One form of the order's page: says what it is for and what it has seen of the order. */
export function OrderForm({ order, intent, answered, children }: OrderFormProps) {
  const fetcher = useFetcher<OrderAnswer>();
  useAnswerToast(fetcher.data);
  const answer = fetcher.data ?? (answered?.intent === intent ? answered : undefined);
  return (
    <fetcher.Form method="post" action={href("/admin/orders/:id", { id: order.id })} className="grid gap-3">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="stamp" value={orderStamp(order)} />
      {children({ answer, isPending: fetcher.state !== "idle" })}
    </fetcher.Form>
  );
}

type Known = { order: OrderDetail; answered: OrderAnswer | undefined };

function OneButton({
  order,
  intent,
  label,
  look = "secondary",
  answered,
}: Known & { intent: OrderIntent; label: string; look?: ButtonLook }) {
  return (
    <OrderForm order={order} intent={intent} answered={answered}>
      {({ isPending }) => (
        <Button type="submit" look={look} pending={isPending}>
          {label}
        </Button>
      )}
    </OrderForm>
  );
}

function ShipForm({ order, answered }: Known) {
  const listId = useId();
  return (
    <OrderForm order={order} intent="ship" answered={answered}>
      {({ answer, isPending }) => (
        <>
          <h3 className="font-semibold">Ship this order</h3>
          <Field
            label="Carrier"
            name="carrier"
            list={listId}
            required
            maxLength={CARRIER_LENGTH_MAX}
            defaultValue={answer?.values?.carrier ?? ""}
            error={answer?.errors?.carrier}
            autoComplete="off"
          />
          <datalist id={listId}>
            {carriers.map((carrier) => (
              <option key={carrier} value={carrier} />
            ))}
          </datalist>
          <Field
            label="Tracking number"
            name="trackingNumber"
            required
            maxLength={TRACKING_LENGTH_MAX}
            defaultValue={answer?.values?.trackingNumber ?? ""}
            error={answer?.errors?.trackingNumber}
            autoComplete="off"
            hint="The customer gets it by mail."
          />
          <Button type="submit" pending={isPending}>
            Mark as shipped
          </Button>
        </>
      )}
    </OrderForm>
  );
}

function RefundForm({ order, refundId, rest, answered }: Known & { refundId: string; rest: number }) {
  return (
    <details className="disclosure border-t border-line pt-1" open={answered?.intent === "refund"}>
      <summary>Refund</summary>
      <OrderForm key={order.refunded} order={order} intent="refund" answered={answered}>
        {({ answer, isPending }) => (
          <>
            <input type="hidden" name="refundId" value={refundId} />
            <Field
              label="Amount ($)"
              name="amount"
              inputMode="decimal"
              required
              defaultValue={answer?.values?.amount ?? formatDollars(rest)}
              error={answer?.errors?.amount}
              hint={`Up to ${formatMoney(rest)}, all that is left.`}
            />
            <Field
              label="Reason"
              name="reason"
              required
              maxLength={500}
              defaultValue={answer?.values?.reason ?? ""}
              error={answer?.errors?.reason}
            />
            <label className="check-line">
              <input type="checkbox" name="restock" defaultChecked={answer?.values?.restock === "on"} />
              Put the items of this order back in stock
            </label>
            <label className="check-line">
              <input type="checkbox" name="confirmed" required />
              Yes, send this money back. It can't be undone.
            </label>
            <Button type="submit" look="danger" pending={isPending}>
              Refund
            </Button>
          </>
        )}
      </OrderForm>
    </details>
  );
}

function CancelForm({ order, answered }: Known) {
  return (
    <details className="disclosure border-t border-line pt-1" open={answered?.intent === "cancel"}>
      <summary>Cancel order</summary>
      <OrderForm order={order} intent="cancel" answered={answered}>
        {({ isPending }) => (
          <>
            <p className="text-ink-2">Its payment is canceled at Stripe first, then its stock goes back.</p>
            <label className="check-line">
              <input type="checkbox" name="confirmed" required />
              Yes, cancel this order. It can't be undone.
            </label>
            <Button type="submit" look="danger" pending={isPending}>
              Cancel order
            </Button>
          </>
        )}
      </OrderForm>
    </details>
  );
}

function NoteForm({ order, answered }: Known) {
  return (
    <OrderForm order={order} intent="note" answered={answered}>
      {({ answer, isPending }) => (
        <>
          <TextAreaField
            label="New note"
            name="note"
            rows={3}
            required
            maxLength={NOTE_LENGTH_MAX}
            defaultValue={answer?.values?.note ?? ""}
            error={answer?.errors?.note}
            hint="Only you see it. It stays with the order and can't be changed."
          />
          <Button type="submit" look="secondary" pending={isPending}>
            Add note
          </Button>
        </>
      )}
    </OrderForm>
  );
}
