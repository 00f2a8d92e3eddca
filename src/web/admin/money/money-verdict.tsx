import {
  formatCounts,
  formatMatches,
  isCurrent,
  type MoneyState,
} from "#domain/reconciliation/money-figures.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { CircleAlert, CircleCheck } from "../../ui/icons.tsx";
import { CircleDashed } from "../icons.tsx";

/** In one sentence: whether everything matches, and until when that was looked at. */
export function MoneyVerdict({ state, now }: { state: MoneyState; now: number }) {
  const { comparedUntil, failing, counts, open, fresh, isChecking } = state;
  const isGood = isCurrent(state, now) && open === 0;
  const Icon = isGood ? CircleCheck : comparedUntil === null && failing === null ? CircleDashed : CircleAlert;
  return (
    <section aria-labelledby="verdict" className="admin-card flex items-start gap-4 p-5 sm:p-6">
      <Icon
        aria-hidden="true"
        className={`mt-1 size-8 flex-none ${isGood ? "text-ok" : open > 0 || failing ? "text-err" : "text-ink-2"}`}
      />
      <div className="grid min-w-0 gap-2">
        <h2 id="verdict" className="numerals display text-2xl sm:text-4xl">
          <Headline state={state} now={now} />
        </h2>
        {comparedUntil === null && failing === null && (
          <p className="text-ink-2">
            The shop compares every payment, refund and dispute at Stripe with its books: hourly for the last
            day, everything each night and when you press Check Now.
          </p>
        )}
        {comparedUntil !== null && (
          <p className="text-ink-2">
            {formatCounts(counts)} at Stripe were compared with the shop's books, to the cent, up to{" "}
            <ShopTime at={comparedUntil} style="date and time" />.
            {!isCurrent(state, now) && ` Result: ${formatMatches(state).toLowerCase()}.`}
          </p>
        )}
        {failing && (
          <p className="font-medium wrap-anywhere text-err">
            The check has failed since <ShopTime at={failing.since} style="date and time" />: {failing.error}{" "}
            The shop tries again every ten minutes.
          </p>
        )}
        {fresh > 0 && (
          <p>
            {fresh === 1 ? "One more is" : `${fresh} more are`} only minutes old. The shop may still be
            recording {fresh === 1 ? "it" : "them"}, and checks again automatically.
          </p>
        )}
        <p role="status" className="text-ink-2 empty:hidden">
          {isChecking ? "The check is running. You can leave this page." : ""}
        </p>
      </div>
    </section>
  );
}

/** An old comparison says nothing of now, so it is not the headline. */
function Headline({ state, now }: { state: MoneyState; now: number }) {
  const { comparedUntil } = state;
  if (comparedUntil === null || state.open > 0 || isCurrent(state, now)) return formatMatches(state);
  return (
    <>
      Not checked since <ShopTime at={comparedUntil} style="date and time" />
    </>
  );
}
