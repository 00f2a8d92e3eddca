import type { SyncFailureReason, SyncJob } from "#domain/order/sync-progress.ts";
import { OrderLink } from "../order-link.tsx";
import { statusLabels } from "../order-texts.ts";

const failureTexts: Record<SyncFailureReason, string> = {
  no_payment_intent: "This order has no payment intent ID and cannot be synced",
  not_found: "The payment provider does not know its payment.",
  unavailable: "The payment provider did not answer.",
};

/** The results so far: which orders changed, and which could not be synced and why. */
export function SyncReport({ sync }: { sync: SyncJob | null }) {
  if (!sync || sync.updated + sync.failed === 0) return null;
  const more = sync.updated + sync.failed - sync.changed.length - sync.failures.length;
  return (
    <details className="disclosure admin-card mb-5 px-5 py-1" open={sync.failed > 0}>
      <summary>
        Sync: {sync.updated} changed, {sync.failed} failed
      </summary>
      <ul className="grid gap-1.5 pb-3">
        {sync.failures.map(({ id, number, reason }) => (
          <li key={id}>
            <OrderLink order={{ id, number }} className="font-semibold" />{" "}
            <span className="text-err">{failureTexts[reason]}</span>
          </li>
        ))}
        {sync.changed.map(({ id, number, from, to }) => (
          <li key={id}>
            <OrderLink order={{ id, number }} className="font-semibold" /> {statusLabels[from]} →{" "}
            {statusLabels[to]}
          </li>
        ))}
        {more > 0 && <li className="text-ink-2">And {more} more.</li>}
      </ul>
    </details>
  );
}
