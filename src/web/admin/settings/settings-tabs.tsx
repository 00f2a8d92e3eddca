import type { MouseEvent } from "react";
import { useLocation } from "react-router";
import type { SettingsSection } from "#domain/settings/settings-form.ts";
import { CircleAlert } from "../../ui/icons.tsx";
import { LinkTabs } from "../frame/link-tabs.tsx";
import { pageAt, sectionPath, settingsGroups } from "../frame/nav/places.ts";

const sections: SettingsSection[] = ["business", "tax", "shipping", "holds"];

/** The tabs of the group of settings that is shown, by the address. */
export function SettingsTabs() {
  const location = useLocation();
  for (const [label, pages] of Object.entries(settingsGroups)) {
    const here = pageAt(pages, location);
    if (here) return <Tabs label={label} pages={pages} here={here.to} />;
  }
  return null;
}

type SectionTabsProps = {
  section: SettingsSection;
  /** Sections with errors. */
  wrong: SettingsSection[];
  onChoose: (section: SettingsSection) => void;
};

/** The same for the form that holds four of the pages: it shows them without loading a page. */
export function SectionTabs({ section, wrong, onChoose }: SectionTabsProps) {
  return (
    <Tabs
      label="Store Configuration"
      pages={settingsGroups["Store Configuration"]}
      here={sectionPath(section)}
      wrong={wrong.map(sectionPath)}
      onClick={(event, to) => {
        const chosen = sections.find((each) => sectionPath(each) === to);
        if (!chosen || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onChoose(chosen);
      }}
    />
  );
}

type TabsProps = {
  label: string;
  pages: readonly { to: string; label: string }[];
  here: string;
  wrong?: string[];
  onClick?: (event: MouseEvent, to: string) => void;
};

function Tabs({ label, pages, here, wrong = [], onClick }: TabsProps) {
  const tabs = pages.map((page) => ({
    to: page.to,
    label: <TabLabel label={page.label} isWrong={wrong.includes(page.to)} />,
    isHere: page.to === here,
    onClick: (event: MouseEvent) => onClick?.(event, page.to),
  }));
  return <LinkTabs label={label} className="page-tabs" tabClassName="page-tab" tabs={tabs} />;
}

function TabLabel({ label, isWrong }: { label: string; isWrong: boolean }) {
  if (!isWrong) return label;
  return (
    <>
      {label}
      <CircleAlert aria-hidden="true" className="size-4 text-err" />
      <span className="sr-only"> (needs attention)</span>
    </>
  );
}

/** The section that the URL names; the first one by default. */
export function parseSection(text: string | null): SettingsSection {
  return sections.find((section) => section === text) ?? "business";
}
