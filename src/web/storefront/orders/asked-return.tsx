import { useFetcher } from "react-router";
import {
  formatReplacement,
  formatReturnLines,
  isAllBack,
  isAnswerInForce,
  isOpenReturn,
  type ReturnRequest,
  type ReturnState,
  returnWishes,
  wantsExchange,
} from "#domain/returns/return-request.ts";
import type { TakeBackOutcome } from "#server/orders/returns/ask-for-return.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";

const states: Record<ReturnState, string> = {
  requested: "We're reviewing it. Please wait for our reply before you send anything back.",
  approved: "Approved. Please send it back:",
  received: "We received part of your return.",
  refunded: "We received your return, and your refund is on its way.",
  exchanged: "We received your return. Your replacement ships separately.",
  declined: "We can't accept this return:",
  closed: "This request has ended.",
};

/** What the customer has asked for, how far it is, and the owner's words about it. */
export function AskedReturn({ request }: { request: ReturnRequest }) {
  const fetcher = useFetcher<TakeBackOutcome>();
  const { id, wish, state, answer, at, isPaidBack } = request;
  const isBack = state === "received" && isAllBack(request);
  const isExchange = wantsExchange(request);
  const mayTakeBack = state === "requested" || state === "approved";
  return (
    <article className="grid max-w-[34rem] gap-2 rounded-field bg-sand p-4" aria-label={returnWishes[wish]}>
      <p className="text-sm text-ink-2">
        {returnWishes[wish]}, requested on <ShopTime at={at} />
      </p>
      <ul className="font-semibold">
        {formatReturnLines(request).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      <p>
        {isBack
          ? "We received your return. We'll update this page once we've processed it."
          : state === "refunded" && !isPaidBack
            ? "We received your return."
            : states[state]}
      </p>
      {isOpenReturn(request) && state !== "requested" && wish === "exchange" && !(isBack && isExchange) && (
        <p>
          {isExchange
            ? formatReplacement(request)
            : "The replacement isn't available, so we'll refund you instead."}
        </p>
      )}
      {isAnswerInForce(request) && (
        <p className="border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line">{answer}</p>
      )}
      {mayTakeBack && (
        <fetcher.Form method="post">
          <input type="hidden" name="intent" value="take-back" />
          <input type="hidden" name="returnId" value={id} />
          <Button type="submit" look="quiet" pending={fetcher.state !== "idle"}>
            Cancel this request
          </Button>
        </fetcher.Form>
      )}
      {fetcher.data?.ok === false && (
        <p role="alert" className="text-sm font-medium text-err">
          This request has changed. Reload the page and try again.
        </p>
      )}
    </article>
  );
}
