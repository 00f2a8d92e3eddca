import { useFetcher } from "react-router";
import {
  isAllBack,
  isAnswerInForce,
  isOpenReturn,
  keptAside,
  type ReturnRequest,
  type ReturnState,
  returnWishes,
  tellReturnLines,
  wantsExchange,
} from "#domain/returns/return-request.ts";
import type { TakeBackOutcome } from "#server/orders/returns/ask-for-return.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";

const states: Record<ReturnState, string> = {
  requested: "We are looking at it. Please wait for our answer before you send anything back.",
  approved: "Yes, please send it back:",
  received: "A part of it is back with us.",
  refunded: "It is back with us, and your money is on its way.",
  exchanged: "It is back with us, and what you wanted instead goes to you in a parcel of its own.",
  declined: "We can't offer this:",
  closed: "Closed.",
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
        {returnWishes[wish]}, asked for on <ShopTime at={at} />
      </p>
      <ul className="font-semibold">
        {tellReturnLines(request).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      <p>
        {isBack
          ? "It is back with us. We'll update this page when it is settled."
          : state === "refunded" && !isPaidBack
            ? "It is back with us."
            : states[state]}
      </p>
      {isOpenReturn(request) && state !== "requested" && wish === "exchange" && !(isBack && isExchange) && (
        <p>
          {isExchange
            ? keptAside(request)
            : "We can't send what you wanted instead, so you get your money back."}
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
