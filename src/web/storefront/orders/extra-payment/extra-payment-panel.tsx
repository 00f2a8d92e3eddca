import { href, useParams } from "react-router";
import type { OpenExtraPayment } from "#domain/extra-payment/extra-payment.ts";
import { formatMoney } from "#domain/money/money.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { LinkButton } from "../../../ui/form/button.tsx";

/** On the order's page: the extra payment, and the link to its page. */
export function ExtraPaymentPanel({ extraPayment }: { extraPayment: OpenExtraPayment }) {
  const { token = "" } = useParams();
  return (
    <section aria-labelledby="extra-payment" className="mt-6 rounded-picture bg-sand p-5 print:hidden">
      <h2 id="extra-payment" className="display text-xl">
        Your order change is waiting for payment
      </h2>
      <p className="mt-2 max-w-[58ch]">
        {extraPayment.after} instead of {extraPayment.before} costs {formatMoney(extraPayment.amount)} more.
        We're holding it for you until <ShopTime at={extraPayment.until} style="date and time" />. If you
        don't pay, your order stays as it is.
      </p>
      <LinkButton to={href("/orders/:token/pay", { token })} className="mt-4 max-sm:w-full">
        Pay {formatMoney(extraPayment.amount)}
      </LinkButton>
    </section>
  );
}
