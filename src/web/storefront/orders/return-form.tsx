import type { OrderPage } from "#domain/order/order-page.ts";
import type { ReturnOffer } from "#domain/returns/return-offer.ts";
import { formatDay } from "#domain/text/dates.ts";
import type { WriteOutcome } from "#server/orders/links/write-about-order.ts";
import type { ReturnOutcome, TakeBackOutcome } from "#server/orders/returns/ask-for-return.ts";
import type { OrderReturns } from "#server/orders/returns/find-returns.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { AskedReturn } from "./asked-return.tsx";
import { ReturnFields, type Typed } from "./return-fields.tsx";
import { WriteForm } from "./write-form.tsx";

/** What the page answers to its forms; undefined: nothing was sent, or scripts have shown it already. */
export type ReturnAnswered =
  | (Typed &
      (
        | (ReturnOutcome & { about: "return" })
        | (WriteOutcome & { about: "write" })
        | (TakeBackOutcome & { about: "take-back" })
      ))
  | undefined;

type ReturnFormProps = {
  order: Pick<OrderPage, "requests">;
  returns: OrderReturns;
  /** A form that is sent twice is one request. */
  returnId: string;
  answered: ReturnAnswered;
};

/** What was asked for, and the form for a return or an exchange. */
export function ReturnForm({ order, returns, returnId, answered }: ReturnFormProps) {
  const { offer, requests } = returns;
  const hasAsked = order.requests.length + requests.length > 0;
  if (!offer && !hasAsked) return null;
  return (
    <details
      className="fold border-y border-line print:hidden"
      open={hasAsked || answered !== undefined || undefined}
    >
      <summary>{`Something wrong? ${offer?.kind === "never" ? "Contact us" : "Return or exchange"}`}</summary>
      <div className="grid gap-5 pb-6">
        {order.requests.map(({ subject, at }) => (
          <p key={at}>
            Your message: {subject}, <ShopTime at={at} style="date and time" />
          </p>
        ))}
        {requests.map((request) => (
          <AskedReturn key={request.id} request={request} />
        ))}
        {answered?.about === "take-back" && !answered.ok && (
          <p role="alert" className="text-sm font-medium text-err">
            This request has changed. Review it and try again.
          </p>
        )}
        {offer && <Offer offer={offer} returnId={returnId} answered={answered} />}
      </div>
    </details>
  );
}

/** The form, or why there is none, with a message instead. */
function Offer({
  offer,
  returnId,
  answered,
}: Pick<ReturnFormProps, "returnId" | "answered"> & { offer: ReturnOffer }) {
  if (offer.kind === "open") {
    const answer = answered?.about === "return" ? answered : undefined;
    return <ReturnFields offer={offer} returnId={returnId} answered={answer} />;
  }
  const written = answered?.about === "write" ? answered : undefined;
  return (
    <>
      <p className="max-w-[58ch]">{whyNot(offer)}</p>
      <WriteForm answered={written} typed={written?.typed.message} />
    </>
  );
}

function whyNot(offer: Exclude<ReturnOffer, { kind: "open" }>): string {
  if (offer.kind === "early")
    return "You can request a return or an exchange here once your order ships. Something wrong before then? Contact us.";
  if (offer.kind === "never")
    return "All sales are final. Is something damaged, or not what you ordered? Contact us.";
  return `The return window for this order closed on ${formatDay(offer.until)}. Still need help? Contact us.`;
}
