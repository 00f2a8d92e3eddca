import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { PageTitle } from "../frame/admin-page.tsx";
import { LoadFailure } from "../frame/failures/load-failure.tsx";
import { LinkTabs } from "../frame/link-tabs.tsx";
import { pageAt, settingsGroups } from "../frame/nav/places.ts";
import { SettingsTabs } from "./settings-tabs.tsx";

type SettingsFrameProps = {
  /** Next to the heading. */
  actions?: ReactNode;
  /** Null where the page draws them itself. */
  tabs?: null;
  children: ReactNode;
};

/** The heading of the settings, their two groups, and the pages of the one that is shown. */
export function SettingsFrame({ actions, tabs, children }: SettingsFrameProps) {
  const location = useLocation();
  const groups = Object.entries(settingsGroups).map(([label, pages]) => ({
    to: pages[0]?.to ?? "",
    label,
    isHere: pageAt(pages, location) !== undefined,
  }));
  return (
    <>
      <PageTitle title="Settings">{actions}</PageTitle>
      <LinkTabs label="Settings" className="tab-row mb-4" tabs={groups} />
      <div className="settings-body">
        {tabs === undefined && <SettingsTabs />}
        {children}
      </div>
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
