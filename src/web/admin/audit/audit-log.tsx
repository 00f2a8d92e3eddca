import { href, Link } from "react-router";
import {
  type AuditChange,
  type AuditEntry,
  auditChanges,
  auditLabel,
  auditTarget,
} from "#domain/audit/audit-log.ts";
import { useRootData } from "../../page/root-data.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { EmptyList } from "../lists/empty-list.tsx";

/** Who changed what and when, newest first, with the old and new values on demand. */
export function AuditLog({ entries }: { entries: AuditEntry[] }) {
  if (entries.length === 0) return <EmptyList title="No changes yet" />;
  return (
    <ul className="admin-card divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-1 px-5 py-4">
          <Entry entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { timeZone } = useRootData().profile;
  const changes = auditChanges(entry, timeZone);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <h2 className="font-semibold">{auditLabel(entry.action)}</h2>
        <p className="text-sm wrap-anywhere text-ink-2">
          {entry.actor}, <ShopTime at={entry.at} style="date and time" />
        </p>
      </div>
      <Target entry={entry} />
      {changes.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer text-sm wrap-anywhere text-ink-2">
            {fieldsText(changes)}
          </summary>
          <ul className="mt-2 grid gap-2 text-sm">
            {changes.map((change) => (
              <Change key={change.field} change={change} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const FIELDS_NAMED_MAX = 6;

/** "Price, Stock", or the first six and how many more. */
function fieldsText(changes: AuditChange[]): string {
  const named = changes.slice(0, FIELDS_NAMED_MAX).map(({ field }) => field);
  const more = changes.length - named.length;
  return more > 0 ? `${named.join(", ")}, and ${more} more` : named.join(", ");
}

function Target({ entry }: { entry: AuditEntry }) {
  const target = auditTarget(entry);
  if (!target) return null;
  const { id, kind } = target;
  const to =
    kind === "product" ? href("/admin/products/edit/:id", { id }) : href("/admin/orders/:id", { id });
  return (
    <p className="text-sm">
      <Link to={to} className="text-link wrap-anywhere">
        {entry.objectName ?? `${kind === "product" ? "Product" : "Order"} ${id}`}
      </Link>
    </p>
  );
}

function Change({ change: { field, before, after } }: { change: AuditChange }) {
  return (
    <li className="wrap-anywhere whitespace-pre-line">
      <strong>{field}</strong>:{" "}
      {before !== null && (
        <>
          <span className="sr-only">it was </span>
          <del className="text-ink-2">{before}</del>{" "}
        </>
      )}
      {after !== null && (
        <>
          <span className="sr-only">it is </span>
          <ins className="no-underline">{after}</ins>
        </>
      )}
    </li>
  );
}
