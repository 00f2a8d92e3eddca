import type { MouseEvent } from "react";
import { href } from "react-router";
import type { SettingsSection } from "#domain/settings/settings-form.ts";
import { CircleAlert } from "../../ui/icons.tsx";
import { LinkTabs, type Tab } from "../frame/link-tabs.tsx";

export const sectionLabels: Record<SettingsSection, string> = {
  business: "Business Info",
  tax: "Tax",
  shipping: "Shipping",
  holds: "Order Limits",
};

const sections = Object.keys(sectionLabels) as SettingsSection[];

type StoreTabsProps = {
  current: SettingsSection | "search" | "legal" | "mail";
  /** Sections with errors. */
  wrong?: SettingsSection[];
  /** Passed by the form that holds the four sections: it shows them without loading a page. */
  onChoose?: (section: SettingsSection) => void;
};

/** The store's settings: four sections of one form, and separate pages. */
export function StoreTabs({ current, wrong = [], onChoose }: StoreTabsProps) {
  const choose = (section: SettingsSection) => (event: MouseEvent) => {
    if (!onChoose || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onChoose(section);
  };
  const tabs: Tab[] = sections.map((section) => ({
    to: `${href("/admin/settings")}?section=${section}`,
    label: <SectionLabel section={section} isWrong={wrong.includes(section)} />,
    isHere: section === current,
    onClick: choose(section),
  }));
  tabs.push({ to: href("/admin/settings/search"), label: "Search", isHere: current === "search" });
  tabs.push({ to: href("/admin/settings/legal"), label: "Legal Pages", isHere: current === "legal" });
  tabs.push({ to: href("/admin/settings/mail"), label: "Mail", isHere: current === "mail" });
  return (
    <LinkTabs label="Store Configuration" className="settings-tabs" tabClassName="settings-tab" tabs={tabs} />
  );
}

function SectionLabel({ section, isWrong }: { section: SettingsSection; isWrong: boolean }) {
  return (
    <>
      {sectionLabels[section]}
      {isWrong && (
        <>
          <CircleAlert aria-hidden="true" className="size-4 text-err" />
          <span className="sr-only"> (needs attention)</span>
        </>
      )}
    </>
  );
}

/** The section that the URL names; the first one by default. */
export function parseSection(text: string | null): SettingsSection {
  return sections.find((section) => section === text) ?? "business";
}
