import { type Difference, problems } from "#domain/reconciliation/difference.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { ActionButton } from "../../ui/form/action-button.tsx";
import { Facts } from "./difference-item.tsx";

type ExplainedListProps = {
  /** The newest ones. */
  differences: Difference[];
  /** How many there are in all. */
  count: number;
  action: string;
};

/** Differences that the owner has explained: they don't count, and can be counted again. */
export function ExplainedList({ differences, count, action }: ExplainedListProps) {
  if (count === 0) return null;
  return (
    <section aria-labelledby="explained" className="mt-8">
      <h2 id="explained" className="display mb-4 text-xl">
        Explained: {count}
      </h2>
      <ul className="grid gap-4">
        {differences.map((difference) => (
          <li key={difference.key}>
            <Explained difference={difference} action={action} />
          </li>
        ))}
      </ul>
      {count > differences.length && (
        <p className="mt-4 text-ink-2">
          Showing the newest {differences.length}. The exported file has all of them.
        </p>
      )}
    </section>
  );
}

function Explained({ difference, action }: { difference: Difference; action: string }) {
  const { explained, key, problem } = difference;
  return (
    <article className="admin-card grid gap-3 p-5">
      <h3 className="text-lg font-semibold">{problems[problem].title}</h3>
      <div className="text-sm wrap-anywhere text-ink-2">
        <Facts difference={difference} />
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
