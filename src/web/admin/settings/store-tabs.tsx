import { CircleAlert } from "lucide-react";
import type { MouseEvent } from "react";
import { href, Link } from "react-router";
import type { SettingsSection } from "#domain/settings-form.ts";
import { TabRow } from "../tab-row.tsx";

export const sectionLabels: Record<SettingsSection, string> = {
  business: "Business Info",
  tax: "Tax",
  shipping: "Shipping",
};

const sections = Object.keys(sectionLabels) as SettingsSection[];

type StoreTabsProps = {
  current: SettingsSection | "legal" | "mail";
  /** Sections in which something has to be mended. */
  wrong?: SettingsSection[];
  /** Given by the form that holds the three sections: they are shown without a new page. */
  onChoose?: (section: SettingsSection) => void;
};

/** What belongs to the store: three sections of one form, and two pages of their own. */
export function StoreTabs({ current, wrong = [], onChoose }: StoreTabsProps) {
  const choose = (section: SettingsSection) => (event: MouseEvent) => {
    if (!onChoose || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onChoose(section);
  };
  const pages = [
    { to: href("/admin/settings/legal"), label: "Legal Pages", name: "legal" },
    { to: href("/admin/settings/mail"), label: "Mail", name: "mail" },
  ];
  return (
    <TabRow label="Store Configuration" className="settings-tabs">
      {sections.map((section) => (
        <Link
          key={section}
          to={`${href("/admin/settings")}?section=${section}`}
          onClick={choose(section)}
          className="settings-tab"
          aria-current={section === current ? "page" : undefined}
        >
          {sectionLabels[section]}
          {wrong.includes(section) && (
            <>
              <CircleAlert aria-hidden="true" className="size-4 text-err" />
              <span className="sr-only"> (needs attention)</span>
            </>
          )}
        </Link>
      ))}
      {pages.map(({ to, label, name }) => (
        <Link key={to} to={to} className="settings-tab" aria-current={name === current ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </TabRow>
  );
}

/** The section that an address names; the first one otherwise. */
export function parseSection(text: string | null): SettingsSection {
  return sections.find((section) => section === text) ?? "business";
}
