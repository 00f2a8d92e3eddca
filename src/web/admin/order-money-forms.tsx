import { itemName } from "#domain/item-name.ts";
import { formatDollars, formatMoney } from "#domain/money.ts";
import { type RestockableLine, unpaidStatuses } from "#domain/order-detail.ts";
import { restockField } from "#domain/restock.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import type { OrderAnswer } from "./order-answer.ts";
import { type KnownOrder, OrderForm } from "./order-form.tsx";

/** Whole or in part, with the pieces of each line that came back. */
export function RefundForm({
  order,
  refundId,
  rest,
  answered,
}: KnownOrder & { refundId: string; rest: number }) {
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
            <RestockChoice lines={order.restockable} answer={answer} />
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

type RestockChoiceProps = { lines: RestockableLine[]; answer: OrderAnswer | undefined };

/** Nothing to choose when every piece went back before, or its product is not sold any more. */
function RestockChoice({ lines, answer }: RestockChoiceProps) {
  if (lines.length === 0) return <p className="text-ink-2">No item of this order can go back in stock.</p>;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Came back and goes in stock again</legend>
      {lines.map((line) => {
        const field = restockField(line);
        const typed = answer?.values?.[field];
        const text = itemName(line);
        if (line.quantity === 1)
          return (
            <label key={field} className="check-line">
              <input type="checkbox" name={field} value="1" defaultChecked={typed === "1"} />1 × {text}
            </label>
          );
        return (
          <Field
            key={field}
            label={<span className="font-normal wrap-anywhere">{text}</span>}
            name={field}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={typed ?? "0"}
            error={answer?.errors?.[field]}
            hint={`0 to ${line.quantity} pieces`}
          />
        );
      })}
    </fieldset>
  );
}

/** Unpaid: the payment is canceled. Paid and not shipped: what is left of the money goes back. */
export function CancelForm({
  order,
  refundId,
  rest,
  answered,
}: KnownOrder & { refundId: string; rest: number }) {
  const isPaid = !unpaidStatuses.includes(order.status);
  const label = isPaid ? `Cancel and refund ${formatMoney(rest)}` : "Cancel order";
  return (
    <details
      className={`disclosure ${isPaid ? "border-t border-line pt-1" : ""}`}
      open={answered?.intent === "cancel"}
    >
      <summary>{label}</summary>
      <OrderForm order={order} intent="cancel" answered={answered}>
        {({ answer, isPending }) => (
          <>
            <p className="text-ink-2">
              {isPaid
                ? "All that is left of the payment goes back to the customer, and every item goes back in stock."
                : "Its payment is canceled at Stripe first, then its stock goes back."}
            </p>
            {isPaid && <input type="hidden" name="refundId" value={refundId} />}
            {isPaid && (
              <Field
                label="Reason"
                name="reason"
                required
                maxLength={500}
                defaultValue={answer?.values?.reason ?? ""}
                hint="Only you see it."
              />
            )}
            <label className="check-line">
              <input type="checkbox" name="confirmed" required />
              Yes, cancel this order. It can't be undone.
            </label>
            <Button type="submit" look="danger" pending={isPending}>
              {label}
            </Button>
          </>
        )}
      </OrderForm>
    </details>
  );
}
