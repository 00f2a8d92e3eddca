import { href, Link, useParams } from "react-router";
import { formatMoney } from "#domain/money/money.ts";
import { type OpenTopUp, type TopUpEnd, tellTopUpEnd } from "#domain/top-up/top-up.ts";
import { useRootData } from "../../../page/root-data.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { LinkButton } from "../../../ui/form/button.tsx";
import { TopUpPayment } from "./top-up-payment.tsx";

export type TopUpPageData =
  | { state: "open"; topUp: OpenTopUp; clientSecret: string }
  | { state: TopUpEnd | "unavailable" };

/** /orders/{token}/pay: takes what a change of the order costs more, or says what became of it. */
export function TopUpPage(page: TopUpPageData) {
  const { token = "" } = useParams();
  const { payments } = useRootData();
  const toOrder = href("/orders/:token", { token });
  return (
    <div className="wrap min-h-[85dvh] max-w-[40rem] py-8 lg:py-14">
      {page.state === "open" ? (
        <>
          <p className="eyebrow text-flag">Your order change</p>
          <h1 className="display mt-2 text-title">Pay {formatMoney(page.topUp.amount)}</h1>
          <p className="mt-3 max-w-[58ch] text-lg text-ink-2">
            You'll get {page.topUp.after} instead of {page.topUp.before}. We're holding it for you until{" "}
            <ShopTime at={page.topUp.until} style="date and time" />.
          </p>
          <TopUpPayment {...{ payments }} clientSecret={page.clientSecret} amount={page.topUp.amount} />
          <p className="mt-6">
            <Link to={toOrder} className="text-link inline-flex min-h-11 items-center">
              Back to your order
            </Link>
          </p>
        </>
      ) : (
        <End {...tellTopUpEnd(page.state)} toOrder={toOrder} />
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
