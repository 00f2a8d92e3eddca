import { href, Link } from "react-router";
import { type Difference, differenceOf, problems } from "#domain/reconciliation/difference.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";
import { CloseWithNote, WorkItem } from "../lists/work-list.tsx";
import { formatCents, formatSide } from "./format-cents.ts";

/** A pair that differs, with both amounts and its fixes; or a broken rule, which goes away once it holds. */
export function DifferenceItem({ difference, action }: { difference: Difference; action: string }) {
  const { title, advice, canTakeOver } = problems[difference.problem];
  return (
    <WorkItem
      id={difference.key}
      title={title}
      facts={<Facts difference={difference} />}
      reason={advice}
      action={action}
    >
      {(isPending) =>
        difference.kind === "rule" ? null : (
          <>
            {canTakeOver && (
              <Button type="submit" name="intent" value="take-over-money" pending={isPending} formNoValidate>
                Accept
              </Button>
            )}
            <Button
              type="submit"
              look="secondary"
              name="intent"
              value="check-again"
              disabled={isPending}
              formNoValidate
            >
              Check Again
            </Button>
            <CloseWithNote label="Why this is correct" intent="explain" isPending={isPending}>
              Explained
            </CloseWithNote>
          </>
        )
      }
    </WorkItem>
  );
}

export function Facts({ difference }: { difference: Difference }) {
  const { providerAmount, providerStatus, booksAmount, booksStatus, at, itemId, isFresh } = difference;
  if (difference.kind === "rule") {
    return (
      <div className="grid gap-2">
        <p className="wrap-anywhere whitespace-pre-line text-base text-ink">{difference.detail}</p>
        <p>
          <ShopTime at={at} style="date and time" /> · {itemId}
        </p>
      </div>
    );
  }
  const facts = [
    ["At Stripe", formatSide(providerAmount, providerStatus)],
    ["In the books", formatSide(booksAmount, booksStatus)],
    ["Difference", formatCents(differenceOf(difference))],
  ];
  return (
    <div className="grid gap-2">
      <dl className="numerals grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-base text-ink sm:max-w-md">
        {facts.map(([label, text]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="text-right font-semibold sm:text-left">{text}</dd>
          </div>
        ))}
      </dl>
      <p>
        <ShopTime at={at} style="date and time" /> · {itemId}
        {isFresh && " · only minutes old, not counted yet"}
      </p>
      {difference.orderId && (
        <p>
          <Link to={href("/admin/orders/:id", { id: difference.orderId })} className="text-link text-base">
            Open order {difference.orderName}
          </Link>
        </p>
      )}
    </div>
  );
}
