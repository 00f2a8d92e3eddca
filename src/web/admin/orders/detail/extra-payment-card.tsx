import { openExtraPayment } from "#domain/extra-payment/extra-payment.ts";
import { formatMoney } from "#domain/money/money.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Card } from "./order-facts.tsx";
import { type KnownOrder, OrderButton } from "./order-form.tsx";

/** The extra payment that was requested, while it is open. `link`: where the customer pays it. */
export function ExtraPaymentCard({ order, link }: Pick<KnownOrder, "order"> & { link: string | null }) {
  const extraPayment = openExtraPayment(order.extraPayments);
  if (!extraPayment) return null;
  const about = { order, aboutId: extraPayment.id };
  const isAsked = extraPayment.state === "waiting";
  return (
    <Card title={`Waiting for ${formatMoney(extraPayment.amount)}`}>
      <div className="grid gap-4">
        <p>
          {extraPayment.after} instead of {extraPayment.before}.{" "}
          {isAsked ? (
            <>
              Not paid yet. The new items are reserved until{" "}
              <ShopTime at={extraPayment.until} style="date and time" />. After that, the order stays
              unchanged. Shipping or refunding the old items, or canceling the order, withdraws the request.
            </>
          ) : (
            "It can no longer be paid. The new items stay reserved until Stripe confirms that."
          )}
        </p>
        {isAsked && link !== null && (
          <Field
            label="Link for the customer"
            name="extraPaymentLink"
            defaultValue={link}
            readOnly
            onFocus={({ currentTarget }) => currentTarget.select()}
            hint="Private link. Anyone who has it can see this order."
          />
        )}
        <div className="flex flex-wrap gap-3">
          {isAsked && <OrderButton {...about} intent="resend-extra-payment" label="Resend email" />}
          <OrderButton
            {...about}
            intent="withdraw-extra-payment"
            label={isAsked ? "Withdraw" : "Ask Stripe again"}
          />
        </div>
      </div>
    </Card>
  );
}
