import { NOTE_LENGTH_MAX, refuseFulfillment } from "#domain/fulfillment.ts";
import { currentShipment, refundable, unpaidStatuses } from "#domain/order-detail.ts";
import { Button } from "../ui/button.tsx";
import { TextAreaField } from "../ui/field.tsx";
import { Card } from "./order-facts.tsx";
import { type KnownOrder, OrderForm } from "./order-form.tsx";
import { CancelForm, RefundForm } from "./order-money-forms.tsx";
import { CorrectForm, OneButton, ShipForm } from "./order-parcel-forms.tsx";

type FormsProps = KnownOrder & {
  /** Makes a refund that is sent twice the same refund. */
  refundId: string;
};

/** What the owner can do with the order as it is now; nothing is offered that would be refused. */
export function OrderForms({ order, refundId, answered }: FormsProps) {
  const rest = refundable(order);
  const canShip = refuseFulfillment(order, "shipped") === null;
  const canDeliver = refuseFulfillment(order, "delivered") === null;
  const canReturn = refuseFulfillment(order, "returned") === null;
  const canRefund = rest > 0 && ["paid", "partially_refunded"].includes(order.status);
  const canCancel =
    unpaidStatuses.includes(order.status) || (canRefund && order.fulfillment === "unfulfilled");
  const shipment = currentShipment(order);
  const hasActions = canShip || canDeliver || canReturn || canRefund || canCancel || shipment !== null;
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
                <OneButton order={order} intent="return" label="Mark as returned" answered={answered} />
              )}
            </div>
            {shipment && <CorrectForm order={order} answered={answered} shipment={shipment} />}
            {canRefund && <RefundForm order={order} refundId={refundId} rest={rest} answered={answered} />}
            {canCancel && <CancelForm order={order} refundId={refundId} rest={rest} answered={answered} />}
          </div>
        </Card>
      )}
      <Card title="Notes">
        <NoteForm key={order.notes.length} order={order} answered={answered} />
      </Card>
    </>
  );
}

function NoteForm({ order, answered }: KnownOrder) {
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
