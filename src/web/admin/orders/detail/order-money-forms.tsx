import { formatDollars, formatMoney } from "#domain/money/money.ts";
import {
  REFUND_REASON_LENGTH_MAX,
  type RestockableLine,
  unpaidStatuses,
} from "#domain/order/order-detail.ts";
import { restockField } from "#domain/order/restock.ts";
import { itemName } from "#domain/product/item-name.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import type { OrderAnswer } from "./order-answer.ts";
import { FoldedForm, type KnownOrder, typed } from "./order-form.tsx";

type MoneyFormProps = KnownOrder & {
  /** A form that is sent twice makes one refund. */
  refundId: string;
  /** What is left of the payment. */
  rest: number;
};

/** A refund in whole or in part, with the pieces of each line that came back. */
export function RefundForm({ refundId, rest, ...known }: MoneyFormProps) {
  const { order } = known;
  return (
    <FoldedForm
      {...known}
      formKey={order.refunded}
      intent="refund"
      summary="Refund"
      className="border-t border-line pt-1"
    >
      {({ answer, isPending }) => (
        <>
          <input type="hidden" name="refundId" value={refundId} />
          <Field
            {...typed(answer, "amount", formatDollars(rest))}
            label="Amount ($)"
            inputMode="decimal"
            required
            hint={`Up to ${formatMoney(rest)}, all that is left.`}
          />
          <Field {...typed(answer, "reason")} label="Reason" required maxLength={REFUND_REASON_LENGTH_MAX} />
          <RestockChoice lines={order.restockable} answer={answer} />
          <Confirmation text="Yes, send this money back. It can't be undone." />
          <Button type="submit" look="danger" pending={isPending}>
            Refund
          </Button>
        </>
      )}
    </FoldedForm>
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

type RestockChoiceProps = { lines: RestockableLine[]; answer: OrderAnswer | undefined };

/** There is nothing to choose when every piece is back in stock, or its product is no longer sold. */
function RestockChoice({ lines, answer }: RestockChoiceProps) {
  if (lines.length === 0) return <p className="text-ink-2">No item of this order can go back in stock.</p>;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Came back and goes in stock again</legend>
      {lines.map((line) => {
        const field = restockField(line);
        const props = typed(answer, field, "0");
        const text = itemName(line);
        if (line.quantity === 1)
          return (
            <label key={field} className="check-line">
              <input type="checkbox" name={field} value="1" defaultChecked={props.defaultValue === "1"} />1 ×{" "}
              {text}
            </label>
          );
        return (
          <Field
            key={field}
            {...props}
            label={<span className="font-normal wrap-anywhere">{text}</span>}
            inputMode="numeric"
            autoComplete="off"
            hint={`0 to ${line.quantity} pieces`}
          />
        );
      })}
    </fieldset>
  );
}

/** Unpaid: the payment is canceled. Paid and not shipped: what is left of the money goes back. */
export function CancelForm({ refundId, rest, ...known }: MoneyFormProps) {
  const isPaid = !unpaidStatuses.includes(known.order.status);
  const label = isPaid ? `Cancel and refund ${formatMoney(rest)}` : "Cancel order";
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
              ? "All that is left of the payment goes back to the customer, and every item goes back in stock."
              : "Its payment is canceled at Stripe first, then its stock goes back."}
          </p>
          {isPaid && (
            <>
              <input type="hidden" name="refundId" value={refundId} />
              <Field
                {...typed(answer, "reason")}
                label="Reason"
                required
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
