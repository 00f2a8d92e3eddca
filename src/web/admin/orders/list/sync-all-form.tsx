import { useEffect, useRef } from "react";
import { href, useFetcher, useRevalidator } from "react-router";
import type { SyncJob } from "#domain/order/sync-progress.ts";
import { Button } from "../../../ui/form/button.tsx";
import { showNotice } from "../../frame/show-notice.ts";
import { RefreshCw } from "../../icons.tsx";
import { syncAllNotice } from "../sync-outcome.ts";

const ASK_EVERY_MS = 1_000;

type SyncAllFormProps = {
  /** Path of the page whose action starts and stops it. */
  action: string;
  isRunning: boolean;
};

/**
 * Starts the job that asks the payment provider about all orders. The job runs on the server: the tab may be closed, and
 * another tab shows the same progress.
 */
export function SyncAllForm({ action, isRunning }: SyncAllFormProps) {
  const start = useFetcher();
  const isBusy = isRunning || start.state !== "idle";
  return (
    <start.Form method="post" action={action}>
      <input type="hidden" name="intent" value="sync-all" />
      <Button type="submit" look="secondary" pending={isBusy}>
        {!isBusy && <RefreshCw aria-hidden="true" className="size-4" />}
        Sync All Statuses
      </Button>
    </start.Form>
  );
}

/** How far the running one has come, and 'Stop'. */
export function SyncProgress({ action, sync }: { action: string; sync: SyncJob }) {
  const stop = useFetcher();
  return (
    <div className="flex items-center gap-1">
      <p role="status" className="numerals text-sm text-ink-2">
        {progressText(sync)}
      </p>
      <stop.Form method="post" action={action}>
        <Button type="submit" name="intent" value="sync-stop" look="quiet" disabled={stop.state !== "idle"}>
          Stop
        </Button>
      </stop.Form>
    </div>
  );
}

/** Polls while the sync is running; when it ends, shows one toast and reloads the list. */
export function useSync(loaded: SyncJob | null): SyncJob | null {
  const { data, load, state } = useFetcher<{ sync: SyncJob | null }>();
  const { revalidate } = useRevalidator();
  /** The ended sync that needs no toast: it had ended before the page was loaded, or its toast was shown. */
  const told = useRef(loaded && loaded.state !== "under_way" ? loaded.id : null);
  const asked = data?.sync;
  const sync = asked && asked.id === loaded?.id && loaded.state === "under_way" ? asked : loaded;
  const isRunning = sync?.state === "under_way";

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is followed by the next question.
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = setTimeout(() => void load(href("/admin/orders/sync")), ASK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isRunning, state, load, data]);

  useEffect(() => {
    if (!sync || sync.state === "under_way" || told.current === sync.id) return;
    told.current = sync.id;
    showNotice(syncAllNotice(sync));
    void revalidate();
  }, [sync, revalidate]);

  return sync;
}

function progressText({ synced, failed, total }: SyncJob): string {
  return total === null ? "Syncing…" : `${synced + failed} of ${total} orders`;
}
