import { href } from "react-router";
import { type AuditKind, auditKinds, auditSearchText, parseAuditSearch } from "#domain/audit/audit-log.ts";
import { listAuditLog } from "#server/settings/audit/list-audit-log.ts";
import { AuditLog } from "../../../admin/audit/audit-log.tsx";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { LinkTabs } from "../../../admin/frame/link-tabs.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { failedSettings, SettingsFrame } from "../../../admin/settings/settings-frame.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import type { Route } from "./+types/settings-activity";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Activity");

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const search = parseAuditSearch(url.searchParams);
  return { search, ...(await listAuditLog(shop, search)) };
}

export default function AuditLogPage({ loaderData }: Route.ComponentProps) {
  const { search, entries, next } = loaderData;
  const pathOf = (wanted: typeof search) => `${href("/admin/settings/activity")}${auditSearchText(wanted)}`;
  const kinds: [AuditKind | null, string][] = [
    [null, "Everything"],
    ...(Object.entries(auditKinds) as [AuditKind, string][]),
  ];
  return (
    <SettingsFrame>
      <LinkTabs
        label="Kinds of changes"
        tabs={kinds.map(([kind, label]) => ({
          to: pathOf({ kind, before: null }),
          label,
          isHere: kind === search.kind,
        }))}
      />
      <AuditLog entries={entries} />
      <ListPager
        label="Pages of changes"
        first={search.before && { label: "Newest changes", to: pathOf({ ...search, before: null }) }}
        next={next && { label: "Older changes", to: pathOf({ ...search, before: next }) }}
      />
    </SettingsFrame>
  );
}

export const ErrorBoundary = failedSettings("Failed to load the activity");
