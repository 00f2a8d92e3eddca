import { href, Link } from "react-router";
import { TabRow } from "../tab-row.tsx";

/** What belongs to the owner: password, second step and sessions, and what was changed. */
export function UserTabs({ current }: { current: "account" | "activity" }) {
  const pages = [
    { to: href("/admin/settings/user"), label: "Account", name: "account" },
    { to: href("/admin/settings/activity"), label: "Activity", name: "activity" },
  ];
  return (
    <TabRow label="User Settings" className="settings-tabs">
      {pages.map(({ to, label, name }) => (
        <Link key={to} to={to} className="settings-tab" aria-current={name === current ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </TabRow>
  );
}
