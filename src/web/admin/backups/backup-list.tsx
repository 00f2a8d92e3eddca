import { href } from "react-router";
import { formatBytes } from "#domain/backups/backup.ts";
import type { ListedBackup } from "#server/operations/backups/load-backups.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { CircleAlert, CircleCheck } from "../../ui/icons.tsx";
import { Download } from "../icons.tsx";

type BackupListProps = { backups: readonly ListedBackup[]; isFirstOnItsWay: boolean };

/** The backups that are there and the tries that failed, the newest first. */
export function BackupList({ backups, isFirstOnItsWay }: BackupListProps) {
  if (backups.length === 0)
    return (
      <p className="admin-card p-5 text-ink-2">
        No backup yet. The first runs {isFirstOnItsWay ? "now" : "tonight at 3:00 AM"}.
      </p>
    );
  return (
    <ul className="admin-card divide-y divide-line" aria-label="Backups">
      {backups.map((backup) => (
        <li
          key={backup.id}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4"
          data-state={backup.state}
        >
          <div className="flex min-w-0 flex-[1_1_20rem] items-start gap-3">
            {backup.state === "done" ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-ok" />
            ) : (
              <CircleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none text-err" />
            )}
            <div className="min-w-0 wrap-anywhere">
              <p>
                <strong className="font-semibold">
                  <ShopTime at={backup.createdAt} style="date and time" />
                </strong>{" "}
                <span className="text-ink-2">{backup.kind === "nightly" ? "nightly" : "manual"}</span>
              </p>
              {backup.state === "done" ? <Facts backup={backup} /> : <p>Failed: {backup.error}.</p>}
            </div>
          </div>
          {/* No attribute "download": the answer may be the page that asks for the password. */}
          {backup.state === "done" && (backup.isHere || backup.store === "there") && (
            <a
              href={href("/admin/backups/:id", { id: backup.id })}
              className="button"
              data-look="secondary"
              data-size="small"
            >
              <Download aria-hidden="true" className="size-4" />
              Download
              <span className="sr-only">
                {" "}
                the backup of <ShopTime at={backup.createdAt} style="date and time" />
              </span>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts({ backup }: { backup: ListedBackup }) {
  const { bytes, rows, tables } = backup;
  const counted = tables ? `${(rows ?? 0).toLocaleString("en-US")} rows in ${tables} tables` : null;
  return (
    <>
      <p className="numerals text-sm">
        {[bytes === null ? null : formatBytes(bytes), counted].filter(Boolean).join(" · ")}
      </p>
      <p className="text-sm text-ink-2">
        {whereOf(backup)} Kept until <ShopTime at={backup.keptUntil} />
        {backup.isWeekly && ", as the first of its week"}.
      </p>
      {backup.storeError && (
        <p className="text-sm text-err">
          The copy in the S3 store is missing: {backup.storeError}. Next try within ten minutes.
        </p>
      )}
    </>
  );
}

function whereOf({ isHere, host, store, storeError }: ListedBackup): string {
  const here = isHere ? "On this machine" : `On the machine ${host ?? "that made it"}`;
  if (store === "there") return isHere ? "On this machine and in the S3 store." : "In the S3 store.";
  return store === "waiting" && storeError === null ? `${here}, on its way to the S3 store.` : `${here}.`;
}
