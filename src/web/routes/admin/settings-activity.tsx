import { href, Link } from "react-router";
import { type AuditKind, auditKinds, auditSearchText, parseAuditSearch } from "#domain/audit.ts";
import { listAudits } from "#server/audit/list-audits.ts";
import { LoadFailure } from "../../admin/load-failure.tsx";
import { ActivityList } from "../../admin/settings/activity-list.tsx";
import { SettingsFrame } from "../../admin/settings/settings-frame.tsx";
import { UserTabs } from "../../admin/settings/user-tabs.tsx";
import { TabRow } from "../../admin/tab-row.tsx";
import { pageMeta } from "../../layout/page-meta.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import { LinkButton } from "../../ui/button.tsx";
import type { Route } from "./+types/settings-activity";
import "../../admin/settings/settings.css";

export const headers = privatePage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Activity",
    description: "What was changed in the back office.",
    path: "/admin/settings/activity",
    noindex: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  adminOf(context);
  const search = parseAuditSearch(url.searchParams);
  return { search, ...(await listAudits(shopOf(context), search)) };
}

export default function ActivityPage({ loaderData }: Route.ComponentProps) {
  const { search, entries, next } = loaderData;
  const path = href("/admin/settings/activity");
  const kinds: [AuditKind | null, string][] = [
    [null, "Everything"],
    ...(Object.entries(auditKinds) as [AuditKind, string][]),
  ];
  return (
    <SettingsFrame>
      <UserTabs current="activity" />
      <TabRow label="Kinds of changes" className="tab-row mb-5">
        {kinds.map(([kind, label]) => (
          <Link
            key={label}
            to={`${path}${auditSearchText({ kind, before: null })}`}
            className="admin-tab"
            aria-current={kind === search.kind ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </TabRow>
      <ActivityList entries={entries} />
      <nav aria-label="Pages of changes" className="mt-5 flex flex-wrap justify-end gap-3 empty:hidden">
        {search.before && (
          <LinkButton to={`${path}${auditSearchText({ ...search, before: null })}`} look="secondary">
            Newest changes
          </LinkButton>
        )}
        {next && (
          <LinkButton to={`${path}${auditSearchText({ ...search, before: next })}`} look="secondary">
            Older changes
          </LinkButton>
        )}
      </nav>
    </SettingsFrame>
  );
}

export function ErrorBoundary() {
  return (
    <SettingsFrame>
      <LoadFailure message="Failed to load the activity" />
    </SettingsFrame>
  );
}
