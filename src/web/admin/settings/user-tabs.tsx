import { href } from "react-router";
import { LinkTabs } from "../frame/link-tabs.tsx";

/** The owner's settings: password, second step and sessions on one page, the audit log on the other. */
export function UserTabs({ current }: { current: "account" | "activity" }) {
  const tabs = [
    { to: href("/admin/settings/user"), label: "Account", isHere: current === "account" },
    { to: href("/admin/settings/activity"), label: "Activity", isHere: current === "activity" },
  ];
  return <LinkTabs label="User Settings" className="settings-tabs" tabClassName="settings-tab" tabs={tabs} />;
}
