import { href, Link, useParams } from "react-router";
import {
  type ExtraPaymentEnd,
  formatExtraPaymentEnd,
  type OpenExtraPayment,
} from "#domain/extra-payment/extra-payment.ts";
import { formatMoney } from "#domain/money/money.ts";
import { useRootData } from "../../../page/root-data.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { LinkButton } from "../../../ui/form/button.tsx";
import { ExtraPaymentForm } from "./extra-payment-form.tsx";

export type ExtraPaymentPageData =
  | { state: "open"; extraPayment: OpenExtraPayment; clientSecret: string }
  | { state: ExtraPaymentEnd | "unavailable" };

/** /orders/{token}/pay: takes what a change of the order costs more, or shows its outcome. */
export function ExtraPaymentPage(page: ExtraPaymentPageData) {
  const { token = "" } = useParams();
  const { payments } = useRootData();
  const toOrder = href("/orders/:token", { token });
  return (
    <div className="wrap min-h-[85dvh] max-w-[40rem] py-8 lg:py-14">
      {page.state === "open" ? (
        <>
          <p className="eyebrow text-flag">Your order change</p>
          <h1 className="display mt-2 text-title">Pay {formatMoney(page.extraPayment.amount)}</h1>
          <p className="mt-3 max-w-[58ch] text-lg text-ink-2">
            You'll get {page.extraPayment.after} instead of {page.extraPayment.before}. We're holding it for
            you until <ShopTime at={page.extraPayment.until} style="date and time" />.
          </p>
          <ExtraPaymentForm
            {...{ payments }}
            clientSecret={page.clientSecret}
            amount={page.extraPayment.amount}
          />
          <p className="mt-6">
            <Link to={toOrder} className="text-link inline-flex min-h-11 items-center">
              Back to your order
            </Link>
          </p>
        </>
      ) : (
        <End {...formatExtraPaymentEnd(page.state)} toOrder={toOrder} />
      )}
    </div>
  );
}

function End({ title, text, toOrder }: { title: string; text: string; toOrder: string }) {
  return (
    <div role="status">
      <h1 className="display text-title">{title}</h1>
      <p className="mt-3 max-w-[58ch] text-lg text-ink-2">{text}</p>
      <LinkButton to={toOrder} size="large" className="mt-6 max-sm:w-full">
        View your order
      </LinkButton>
    </div>
  );
}
