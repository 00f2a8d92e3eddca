import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";

export type Tab = {
  to: string;
  label: ReactNode;
  isHere: boolean;
  onClick?: (event: MouseEvent) => void;
};

type LinkTabsProps = { label: string; tabs: Tab[]; className?: string; tabClassName?: string };

/** Tabs that are links, all in one row; on a phone, where the row scrolls, the chosen one is in view. */
export function LinkTabs({
  label,
  tabs,
  className = "tab-row mb-5",
  tabClassName = "admin-tab",
}: LinkTabsProps) {
  const row = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another URL chooses another link.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!row.current || !chosen) return;
    const middle = chosen.offsetLeft - row.current.offsetLeft + chosen.offsetWidth / 2;
    row.current.scrollLeft = middle - row.current.clientWidth / 2;
  }, [key]);
  return (
    <nav ref={row} aria-label={label} className={className}>
      {tabs.map(({ to, label: text, isHere, onClick }) => (
        <Link
          key={to}
          to={to}
          onClick={onClick}
          className={tabClassName}
          aria-current={isHere ? "page" : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
