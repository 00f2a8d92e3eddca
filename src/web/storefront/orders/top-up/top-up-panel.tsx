import { href, useParams } from "react-router";
import { formatMoney } from "#domain/money/money.ts";
import type { OpenTopUp } from "#domain/top-up/top-up.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { LinkButton } from "../../../ui/form/button.tsx";

/** On the order's page: the extra payment, and the link to its page. */
export function TopUpPanel({ topUp }: { topUp: OpenTopUp }) {
  const { token = "" } = useParams();
  return (
    <section aria-labelledby="top-up" className="mt-6 rounded-picture bg-sand p-5 print:hidden">
      <h2 id="top-up" className="display text-xl">
        Your order change is waiting for payment
      </h2>
      <p className="mt-2 max-w-[58ch]">
        {topUp.after} instead of {topUp.before} costs {formatMoney(topUp.amount)} more. We're holding it for
        you until <ShopTime at={topUp.until} style="date and time" />. If you don't pay, your order stays as
        it is.
      </p>
      <LinkButton to={href("/orders/:token/pay", { token })} className="mt-4 max-sm:w-full">
        Pay {formatMoney(topUp.amount)}
      </LinkButton>
    </section>
  );
}
