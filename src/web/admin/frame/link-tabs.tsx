import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";

type TabRowProps = { label: string; className: string; children: ReactNode };

/** Links to choose from, all in one row; on a phone, where the row scrolls, the chosen one is in view. */
export function TabRow({ label, className, children }: TabRowProps) {
  const row = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address chooses another link.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!row.current || !chosen) return;
    const middle = chosen.offsetLeft - row.current.offsetLeft + chosen.offsetWidth / 2;
    row.current.scrollLeft = middle - row.current.clientWidth / 2;
  }, [key]);
  return (
    <nav ref={row} aria-label={label} className={className}>
      {children}
    </nav>
  );
}

export type Tab = {
  to: string;
  label: ReactNode;
  isHere: boolean;
  onClick?: ((event: MouseEvent) => void) | undefined;
};

type LinkTabsProps = { label: string; tabs: Tab[]; className: string; tabClassName?: string };

/** Tabs that are links, each to an address of its own. */
export function LinkTabs({ label, tabs, className, tabClassName = "admin-tab" }: LinkTabsProps) {
  return (
    <TabRow label={label} className={className}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          onClick={tab.onClick}
          className={tabClassName}
          aria-current={tab.isHere ? "page" : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </TabRow>
  );
}
