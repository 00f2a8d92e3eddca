import type { ReactNode } from "react";
import { href, useLocation } from "react-router";
import { LoadFailure } from "../frame/failures/load-failure.tsx";
import { LinkTabs } from "../frame/link-tabs.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import "./settings.css";

/** The heading and the two tabs of the settings pages. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const userPath = href("/admin/settings/user");
  const startPath = href("/admin/start");
  const isUser = [userPath, href("/admin/settings/activity")].includes(pathname);
  const tabs = [
    { to: href("/admin/settings"), label: "Store Configuration", isHere: !isUser && pathname !== startPath },
    { to: userPath, label: "User Settings", isHere: isUser },
    { to: startPath, label: "Getting started", isHere: pathname === startPath },
  ];
  return (
    <>
      <PageTitle title="Settings" />
      <LinkTabs label="Settings" className="tab-row mb-6" tabs={tabs} />
      {children}
    </>
  );
}

/** The ErrorBoundary of a page of the settings. */
export function failedSettings(message: string) {
  return function FailedSettings() {
    return (
      <SettingsFrame>
        <LoadFailure message={message} />
      </SettingsFrame>
    );
  };
}
