import { type Mismatch, problems } from "#domain/matches/mismatch.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { ActionButton } from "../../ui/form/action-button.tsx";
import { Facts } from "./mismatch-item.tsx";

type ExplainedListProps = {
  /** The newest ones. */
  mismatches: Mismatch[];
  /** How many there are in all. */
  count: number;
  action: string;
};

/** Mismatches that the owner has explained: they don't count, and can be counted again. */
export function ExplainedList({ mismatches, count, action }: ExplainedListProps) {
  if (count === 0) return null;
  return (
    <section aria-labelledby="explained" className="mt-8">
      <h2 id="explained" className="display mb-4 text-xl">
        Explained: {count}
      </h2>
      <ul className="grid gap-4">
        {mismatches.map((mismatch) => (
          <li key={mismatch.key}>
            <Explained mismatch={mismatch} action={action} />
          </li>
        ))}
      </ul>
      {count > mismatches.length && (
        <p className="mt-4 text-ink-2">
          The newest {mismatches.length} are shown; the exported file has all of its days.
        </p>
      )}
    </section>
  );
}

function Explained({ mismatch, action }: { mismatch: Mismatch; action: string }) {
  const { explained, key, problem } = mismatch;
  return (
    <article className="admin-card grid gap-3 p-5">
      <h3 className="text-lg font-semibold">{problems[problem].title}</h3>
      <div className="text-sm wrap-anywhere text-ink-2">
        <Facts mismatch={mismatch} />
      </div>
      {explained && (
        <p className="wrap-anywhere">
          {explained.note}{" "}
          <span className="text-ink-2">
            ({explained.by}, <ShopTime at={explained.at} style="date and time" />)
          </span>
        </p>
      )}
      <ActionButton action={action} fields={{ id: key, intent: "count-again" }} look="secondary">
        Count Again
      </ActionButton>
    </article>
  );
}
