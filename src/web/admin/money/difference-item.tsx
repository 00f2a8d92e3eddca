import { href, Link } from "react-router";
import { differenceOf, type Mismatch, problems } from "#domain/matches/mismatch.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";
import { CloseWithNote, WorkItem } from "../lists/work-list.tsx";
import { tellCents, tellSide } from "./tell-cents.ts";

/** One pair that differs: both amounts, and the mend beside them. */
export function MismatchItem({ mismatch, action }: { mismatch: Mismatch; action: string }) {
  const { title, advice, canTakeOver } = problems[mismatch.problem];
  return (
    <WorkItem
      id={mismatch.key}
      title={title}
      facts={<Facts mismatch={mismatch} />}
      reason={advice}
      action={action}
    >
      {(isPending) => (
        <>
          {canTakeOver && (
            <Button type="submit" name="intent" value="take-over-money" pending={isPending} formNoValidate>
              Take Over
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
          <CloseWithNote label="Why it is right as it is" intent="explain" isPending={isPending}>
            Explained
          </CloseWithNote>
        </>
      )}
    </WorkItem>
  );
}

export function Facts({ mismatch }: { mismatch: Mismatch }) {
  const { providerAmount, providerStatus, booksAmount, booksStatus, at, itemId, isFresh } = mismatch;
  const facts = [
    ["At Stripe", tellSide(providerAmount, providerStatus)],
    ["In the books", tellSide(booksAmount, booksStatus)],
    ["Difference", tellCents(differenceOf(mismatch))],
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
        {isFresh && " · only some minutes old, not counted yet"}
      </p>
      {mismatch.orderId && (
        <p>
          <Link to={href("/admin/orders/:id", { id: mismatch.orderId })} className="text-link text-base">
            Open order {mismatch.orderName}
          </Link>
        </p>
      )}
    </div>
  );
}
