import type { ReactNode } from "react";
import { href, Link, useLocation } from "react-router";
import { PageTitle } from "../page-title.tsx";
import { TabRow } from "../tab-row.tsx";

/** The heading and the two tabs of the settings. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const userPath = href("/admin/settings/user");
  const isUser = [userPath, href("/admin/settings/activity")].includes(pathname);
  const tabs = [
    { to: href("/admin/settings"), label: "Store Configuration", isHere: !isUser },
    { to: userPath, label: "User Settings", isHere: isUser },
  ];
  return (
    <>
      <PageTitle title="Settings" />
      <TabRow label="Settings" className="tab-row mb-6">
        {tabs.map(({ to, label, isHere }) => (
          <Link key={to} to={to} className="admin-tab" aria-current={isHere ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </TabRow>
      {children}
    </>
  );
}
