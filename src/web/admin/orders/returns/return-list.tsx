import { href, Link } from "react-router";
import { orderNumber } from "#domain/order/order.ts";
import { formatReturnLines, returnReasons, returnWishes } from "#domain/returns/return-request.ts";
import type { OwnersReturn, ReturnList as ReturnListName } from "#domain/returns/return-search.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { EmptyList } from "../../lists/empty-list.tsx";
import { formatReturnState } from "./return-texts.ts";

const nothing: Record<ReturnListName, string> = {
  waiting: "No returns need your answer",
  open: "No returns in progress",
  all: "No return requests yet",
};

/** What customers want to send back, newest first; each is answered on its order's page. */
export function ReturnList({ requests, show }: { requests: OwnersReturn[]; show: ReturnListName }) {
  if (requests.length === 0) return <EmptyList title={nothing[show]} />;
  return (
    <ul className="grid gap-4">
      {requests.map((request) => (
        <li key={request.id}>
          <Entry request={request} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ request }: { request: OwnersReturn }) {
  const { wish, reason, note, state, at, orderId, orderNumber: number, customerName } = request;
  const order = `${href("/admin/orders/:id", { id: orderId })}#returns`;
  return (
    <article className="admin-card grid gap-2 p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold wrap-anywhere">
          {returnWishes[wish]}: {returnReasons[reason]}
        </h2>
        <span className="text-sm text-ink-2">{formatReturnState(request)}</span>
      </header>
      <p className="text-sm wrap-anywhere text-ink-2">
        {customerName}, <ShopTime at={at} style="date and time" />
      </p>
      <p className="wrap-anywhere">{formatReturnLines(request).join(", ")}</p>
      {note !== "" && <p className="line-clamp-3 wrap-anywhere text-ink-2">{note}</p>}
      <Link
        to={order}
        className="text-link inline-flex min-h-11 items-center justify-self-start font-semibold"
      >
        {state === "requested" ? "Answer it" : "Open it"} in {orderNumber(number)}
      </Link>
    </article>
  );
}
