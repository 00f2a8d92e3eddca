import { openExtraPayment } from "#domain/extra-payment/extra-payment.ts";
import { formatMoney } from "#domain/money/money.ts";
import { ShopTime } from "../../../../page/shop-time.tsx";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Card } from "../order-facts.tsx";
import { type KnownOrder, OrderForm } from "../order-form.tsx";

/** What the customer is asked to pay, as long as it is open. `link`: where it is paid. */
export function ExtraPaymentCard({ link, ...known }: KnownOrder & { link: string | null }) {
  const extraPayment = openExtraPayment(known.order.extraPayments);
  if (!extraPayment) return null;
  const isAsked = extraPayment.state === "waiting";
  return (
    <Card title={`${formatMoney(extraPayment.amount)} asked for`}>
      <div className="grid gap-4">
        <p>
          {extraPayment.after} instead of {extraPayment.before}.{" "}
          {isAsked ? (
            <>
              Not paid yet. The new items are kept until{" "}
              <ShopTime at={extraPayment.until} style="date and time" />. After that the order stays as it
              was. Sending or refunding the old items, or canceling the order, withdraws it.
            </>
          ) : (
            "It can't be paid any more; the new items are free as soon as Stripe has said so."
          )}
        </p>
        {isAsked && link !== null && (
          <Field
            label="Link for the customer"
            name="extraPaymentLink"
            defaultValue={link}
            readOnly
            onFocus={({ currentTarget }) => currentTarget.select()}
            hint="Yours and the customer's alone: it opens the whole order."
          />
        )}
        <div className="flex flex-wrap gap-3">
          {isAsked && (
            <OrderForm {...known} intent="resend-extra-payment">
              {({ isPending }) => (
                <>
                  <input type="hidden" name="extraPaymentId" value={extraPayment.id} />
                  <Button type="submit" look="secondary" pending={isPending}>
                    Send the mail again
                  </Button>
                </>
              )}
            </OrderForm>
          )}
          <OrderForm {...known} intent="withdraw-extra-payment">
            {({ isPending }) => (
              <>
                <input type="hidden" name="extraPaymentId" value={extraPayment.id} />
                <Button type="submit" look="secondary" pending={isPending}>
                  {isAsked ? "Withdraw" : "Ask Stripe again"}
                </Button>
              </>
            )}
          </OrderForm>
        </div>
      </div>
    </Card>
  );
}
