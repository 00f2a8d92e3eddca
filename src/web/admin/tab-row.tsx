import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

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
