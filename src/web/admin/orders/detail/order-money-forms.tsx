import { formatMoney } from "#domain/money/money.ts";
import { parseDollars } from "#domain/money/money-input.ts";
import { orderStamp } from "#domain/order/fulfillment.ts";
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
import type { OrderAnswer } from "./order-answer.ts";
import { FoldedForm, type KnownOrder, OrderForm, typed } from "./order-form.tsx";
import {
  isWithoutMoney,
  NO_MONEY,
  PartsSummary,
  RefundFields,
  TotalField,
  useChosenParts,
  useOwnTotal,
} from "./refund-fields.tsx";

type MoneyFormProps = KnownOrder & {
  /** A form that is sent twice makes one refund. */
  refundId: string;
  /** What is left of the payment. */
  rest: number;
};

/** A refund by units and shipping. The total follows what is chosen until the owner types another one. */
export function RefundForm({ refundId, rest, ...known }: MoneyFormProps) {
  const { order } = known;
  return (
    <FoldedForm
      {...known}
      formKey={orderStamp(order)}
      intent="refund"
      summary="Refund"
      className="border-t border-line pt-1"
    >
      {(form) => <RefundFormFields {...form} refundId={refundId} rest={rest} order={order.refundable} />}
    </FoldedForm>
  );
}

type RefundFieldsProps = {
  answer: OrderAnswer | undefined;
  isPending: boolean;
  refundId: string;
  rest: number;
  order: RefundableOrder;
};

function RefundFormFields({ answer, isPending, refundId, rest, order }: RefundFieldsProps) {
  const chosen = useChosenParts(order, answer);
  const total = useOwnTotal(answer);
  const { own } = total;
  const sum = chosen.parts ? Math.min(rest, sumOfParts(chosen.parts)) : 0;
  const cents = own === null ? sum : parseDollars(own);
  const isNothing = isWithoutMoney(chosen.parts, total, sum);
  const isShort = chosen.parts !== null && sumOfParts(chosen.parts) > rest && own === null;
  return (
    <>
      <input type="hidden" name="refundId" value={refundId} />
      <RefundFields order={order} chosen={chosen} answer={answer} />
      <TotalField
        label="Total ($)"
        total={total}
        sum={sum}
        error={answer?.errors?.amount}
        hint={
          isNothing
            ? NO_MONEY
            : isShort
              ? `Only ${formatMoney(rest)} of this order is left.`
              : `Follows what you choose; you may type another amount, up to ${formatMoney(rest)}.`
        }
      />
      {chosen.parts && (
        <PartsSummary parts={chosen.parts} adjustment={(cents ?? 0) - sumOfParts(chosen.parts)} />
      )}
      <Field
        {...typed(answer, "reason")}
        label="Reason"
        optional
        maxLength={REFUND_REASON_LENGTH_MAX}
        hint="Only you see it."
      />
      <Button type="submit" look="danger" pending={isPending}>
        {cents ? `Refund ${formatMoney(cents)}` : "Refund"}
      </Button>
      <p className="text-sm text-ink-2">
        {!isNothing && "The refund is sent right away. "}It can't be undone.
      </p>
    </>
  );
}

/** Asks what the refunds were for that were made at the provider; nothing when all is known. */
export function AssignForms(known: KnownOrder) {
  const { order } = known;
  return order.refunds.filter(isUnassigned).map((refund) => (
    <OrderForm key={refund.id} {...known} formKey={orderStamp(order)} intent="assign" about={refund.id}>
      {(form) => <AssignFields {...form} refund={refund} order={order.refundable} />}
    </OrderForm>
  ));
}

type AssignFieldsProps = Pick<RefundFieldsProps, "answer" | "isPending" | "order"> & { refund: OrderRefund };

function AssignFields({ answer, isPending, refund, order }: AssignFieldsProps) {
  const chosen = useChosenParts(order, answer);
  return (
    <>
      <input type="hidden" name="refundId" value={refund.id} />
      <h3 className="font-semibold">
        {formatMoney(refund.amount)} was refunded in Stripe on <ShopTime at={refund.at} />. What was it for?
      </h3>
      <RefundFields order={order} chosen={chosen} answer={answer} />
      {chosen.parts && (
        <PartsSummary parts={chosen.parts} adjustment={refund.amount - sumOfParts(chosen.parts)} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isPending}>
          It was for these
        </Button>
        <Button type="submit" look="secondary" name="none" value="yes" pending={isPending}>
          Not for certain items
        </Button>
      </div>
    </>
  );
}

function Confirmation({ text }: { text: string }) {
  return (
    <label className="check-line">
      <input type="checkbox" name="confirmed" required />
      {text}
    </label>
  );
}

/** Unpaid: cancels the payment. Paid and not shipped: refunds what is left of it. */
export function CancelForm({ refundId, rest, ...known }: MoneyFormProps) {
  const isPaid = !unpaidStatuses.includes(known.order.status);
  const label = isPaid && rest > 0 ? `Cancel and refund ${formatMoney(rest)}` : "Cancel order";
  const also =
    known.order.refunds.length > 0 ? ", including items that an earlier refund kept out of stock," : ",";
  return (
    <FoldedForm
      {...known}
      intent="cancel"
      summary={label}
      className={isPaid ? "border-t border-line pt-1" : ""}
    >
      {({ answer, isPending }) => (
        <>
          <p className="text-ink-2">
            {isPaid
              ? `${rest > 0 ? "We'll refund the rest of the payment. " : ""}Every item goes back in stock${also} and the customer gets a cancellation email.`
              : "We'll cancel its payment in Stripe first, then restock its items."}
          </p>
          {isPaid && (
            <>
              <input type="hidden" name="refundId" value={refundId} />
              <Field
                {...typed(answer, "reason")}
                label="Reason"
                optional
                maxLength={REFUND_REASON_LENGTH_MAX}
                hint="Only you see it."
              />
            </>
          )}
          <Confirmation text="Yes, cancel this order. It can't be undone." />
          <Button type="submit" look="danger" pending={isPending}>
            {label}
          </Button>
        </>
      )}
    </FoldedForm>
  );
}
