import { formatMoney } from "#domain/money/money.ts";
import { chosenParts, refundFields, sumChosen } from "#domain/order/forms/refund-form.ts";
import {
  isUnassigned,
  type OrderRefund,
  REFUND_REASON_LENGTH_MAX,
  unpaidStatuses,
} from "#domain/order/order-detail.ts";
import { type RefundableOrder, sumOfParts } from "#domain/order/refund-parts.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import type { FormState } from "../../forms/use-owner-form.ts";
import { FoldedForm, type KnownOrder, OrderForm } from "./order-form.tsx";
import { PartsSummary, RefundFields, RefundTotal, totalIn } from "./refund-fields.tsx";

/** `rest`: what is left of the payment. */
type MoneyFormProps = KnownOrder & { rest: number };

/** A refund by units and shipping. `refundId`: a form that is sent twice makes one refund. */
export function RefundForm({ refundId, rest, ...known }: MoneyFormProps & { refundId: string }) {
  const { refundable: order } = known.order;
  return (
    <FoldedForm
      {...known}
      kind="refund"
      stored={{ ...refundFields(order), amount: "0.00", reason: "" }}
      summary="Refund"
      className="border-t border-line pt-1"
    >
      {(form) => {
        const parts = chosenParts(order, form.typed);
        const sum = sumChosen(parts, rest);
        const total = totalIn(form);
        const isShort = parts !== null && sumOfParts(parts) > rest && total === rest;
        return (
          <>
            <input type="hidden" name="refundId" value={refundId} />
            <RefundFields order={order} form={form} />
            <RefundTotal
              {...{ form, sum, parts }}
              hint={
                isShort
                  ? `Only ${formatMoney(rest)} of this order is left.`
                  : `Follows what you choose; you may type another amount, up to ${formatMoney(rest)}.`
              }
            />
            <ReasonField form={form} />
            <Button type="submit" look="danger" pending={form.isSaving}>
              {total > 0 ? `Refund ${formatMoney(total)}` : "Refund"}
            </Button>
            <p className="text-sm text-ink-2">
              {total > 0 && "The refund is sent right away. "}It can't be undone.
            </p>
          </>
        );
      }}
    </FoldedForm>
  );
}

function ReasonField({ form }: { form: FormState<"reason"> }) {
  return (
    <Field {...form.field("reason")} optional maxLength={REFUND_REASON_LENGTH_MAX} hint="Only you see it." />
  );
}

/** Asks what the refunds were for that were made at the provider; nothing when all is known. */
export function AssignForms(known: KnownOrder) {
  const { refunds, refundable } = known.order;
  return refunds.filter(isUnassigned).map((refund) => (
    <OrderForm key={refund.id} {...known} kind="assign" aboutId={refund.id} stored={refundFields(refundable)}>
      {(form) => <AssignFields form={form} refund={refund} order={refundable} />}
    </OrderForm>
  ));
}

type AssignFieldsProps = {
  form: FormState<"units" | "shipping">;
  refund: OrderRefund;
  order: RefundableOrder;
};

function AssignFields({ form, refund, order }: AssignFieldsProps) {
  const parts = chosenParts(order, form.typed);
  return (
    <>
      <h3 className="font-semibold">
        {formatMoney(refund.amount)} was refunded in Stripe on <ShopTime at={refund.at} />. What was it for?
      </h3>
      <RefundFields order={order} form={form} />
      {parts && <PartsSummary parts={parts} adjustment={refund.amount - sumOfParts(parts)} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={form.isSaving}>
          It was for these
        </Button>
        <Button type="submit" look="secondary" name="none" value="yes" pending={form.isSaving}>
          Not for certain items
        </Button>
      </div>
    </>
  );
}

/** Unpaid: cancels the payment. Paid and not shipped: refunds what is left of it. */
export function CancelForm({ rest, ...known }: MoneyFormProps) {
  const isPaid = !unpaidStatuses.includes(known.order.status);
  const label = isPaid && rest > 0 ? `Cancel and refund ${formatMoney(rest)}` : "Cancel order";
  const also =
    known.order.refunds.length > 0 ? ", including items that an earlier refund kept out of stock," : ",";
  return (
    <FoldedForm
      {...known}
      kind="cancel"
      summary={label}
      className={isPaid ? "border-t border-line pt-1" : ""}
    >
      {(form) => (
        <>
          <p className="text-ink-2">
            {isPaid
              ? `${rest > 0 ? "We'll refund the rest of the payment. " : ""}Every item goes back in stock${also} and the customer gets a cancellation email.`
              : "We'll cancel its payment in Stripe first, then restock its items."}
          </p>
          {isPaid && <ReasonField form={form} />}
          <label className="check-line">
            <input type="checkbox" name="confirmed" />
            Yes, cancel this order. It can't be undone.
          </label>
          <Button type="submit" look="danger" pending={form.isSaving}>
            {label}
          </Button>
        </>
      )}
    </FoldedForm>
  );
}
