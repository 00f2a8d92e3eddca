import { href, Link, useParams } from "react-router";
import { formatMoney } from "#domain/money/money.ts";
import type { OpenTopUp, TopUpEnd } from "#domain/top-up/top-up.ts";
import { useRootData } from "../../../page/root-data.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { LinkButton } from "../../../ui/form/button.tsx";
import { TopUpPayment } from "./top-up-payment.tsx";

export type TopUpPageData =
  | { state: "open"; topUp: OpenTopUp; clientSecret: string }
  | { state: TopUpEnd | "unavailable" };

type Words = { title: string; text: string };

const ends: Record<Exclude<TopUpPageData["state"], "open">, Words> = {
  swapped: {
    title: "Thank you, your order is changed",
    text: "Your payment is in. We send you a mail about the change.",
  },
  returned: {
    title: "Your payment goes back",
    text: "The change was no longer possible when it came in, so all of it goes back the way you paid, usually within 5-10 days. Your order is as you see it on its page.",
  },
  processing: {
    title: "Your payment is in progress",
    text: "Your bank is still working on it. There is nothing you need to do; we write to you when your order is changed.",
  },
  over: {
    title: "There is nothing to pay any more",
    text: "The time for it is over, or your order has changed meanwhile. Nothing was charged. If you still want the change, write to us.",
  },
  unavailable: {
    title: "The payment can't be shown right now",
    text: "Nothing was charged by this. Please open this page again in a moment.",
  },
};

/** /orders/{token}/pay: takes what a change of the order costs more, or says what became of it. */
export function TopUpPage(page: TopUpPageData) {
  const { token = "" } = useParams();
  const { payments } = useRootData();
  const toOrder = href("/orders/:token", { token });
  return (
    <div className="wrap min-h-[85dvh] max-w-[40rem] py-8 lg:py-14">
      {page.state === "open" ? (
        <>
          <p className="eyebrow text-flag">A change of your order</p>
          <h1 className="display mt-2 text-title">Pay {formatMoney(page.topUp.amount)}</h1>
          <p className="mt-3 max-w-[58ch] text-lg text-ink-2">
            You get {page.topUp.after} instead of {page.topUp.before}. We keep it for you until{" "}
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
        <div role="status">
          <h1 className="display text-title">{ends[page.state].title}</h1>
          <p className="mt-3 max-w-[58ch] text-lg text-ink-2">{ends[page.state].text}</p>
          <LinkButton to={toOrder} size="large" className="mt-6 max-sm:w-full">
            See your order
          </LinkButton>
        </div>
      )}
    </div>
  );
}
