import { NOTE_LENGTH_MAX, refuseFulfillment } from "#domain/order/fulfillment.ts";
import {
  canCancelPaid,
  canRefund,
  canTakeOut,
  isUnassigned,
  refundable,
  unpaidStatuses,
} from "#domain/order/order-detail.ts";
import { unitsToSend } from "#domain/order/units.ts";
import { Button } from "../../../ui/form/button.tsx";
import { TextAreaField } from "../../../ui/form/field.tsx";
import { ExtraPaymentCard } from "./extra-payment-card.tsx";
import { Card } from "./order-facts.tsx";
import { type KnownOrder, OrderButton, OrderForm } from "./order-form.tsx";
import { AssignForms, CancelForm, RefundForm } from "./order-money-forms.tsx";
import { ShipForm, ShipmentForms } from "./order-shipment-forms.tsx";
import { SwapForm } from "./order-swap-form.tsx";

type FormsProps = KnownOrder & {
  /** A form that is sent twice makes one refund. */
  refundId: string;
  /** Where the customer pays the open extra payment; null: there is none. */
  extraPaymentLink: string | null;
};

/** What the owner can do with the order in its current state; nothing that would be refused is offered. */
export function OrderForms({ refundId, extraPaymentLink, ...known }: FormsProps) {
  const { order } = known;
  const rest = refundable(order);
  const canShip =
    refuseFulfillment(order, "shipped") === null && order.items.some((item) => unitsToSend(item) > 0);
  const canDeliver = refuseFulfillment(order, "delivered") === null;
  const canReturn = refuseFulfillment(order, "returned") === null;
  const canCancel = unpaidStatuses.includes(order.status) || canCancelPaid(order);
  const hasRefund = canRefund(order) || canTakeOut(order);
  const hasActions =
    canShip || canDeliver || canReturn || hasRefund || canCancel || order.shipments.length > 0;
  return (
    <>
      {order.refunds.some(isUnassigned) && (
        <Card title="A refund made at Stripe">
          <div className="grid gap-8">
            <AssignForms {...known} />
          </div>
        </Card>
      )}
      <ExtraPaymentCard order={order} link={extraPaymentLink} />
      {hasActions && (
        <Card title="Actions">
          <div className="grid gap-3">
            {canShip && <ShipForm {...known} />}
            <div className="flex flex-wrap gap-3 empty:hidden">
              {canDeliver && <OrderButton order={order} intent="deliver" label="Mark as delivered" />}
              {canReturn && <OrderButton order={order} intent="return" label="Mark as returned" />}
            </div>
            {order.shipments.map((shipment) => (
              <ShipmentForms
                key={shipment.id}
                {...known}
                shipment={shipment}
                isOnly={order.shipments.length === 1}
              />
            ))}
            <SwapForm {...known} />
            {hasRefund && <RefundForm {...known} refundId={refundId} rest={rest} />}
            {canCancel && <CancelForm {...known} rest={rest} />}
          </div>
        </Card>
      )}
      <Card title="Notes">
        <NoteForm {...known} />
      </Card>
    </>
  );
}

function NoteForm(known: KnownOrder) {
  return (
    <OrderForm {...known} kind="note">
      {(form) => (
        <>
          <TextAreaField
            {...form.field("note")}
            rows={3}
            maxLength={NOTE_LENGTH_MAX}
            hint="Only you see it. It stays with the order and can't be changed."
          />
          <Button type="submit" look="secondary" pending={form.isSaving}>
            Add note
          </Button>
        </>
      )}
    </OrderForm>
  );
}
