import { href, Link } from "react-router";
import { useRootData } from "../page/root-data.ts";
import { FairwayLine } from "./fairway-line.tsx";

const columns = [
  {
    heading: "Shop",
    links: [
      { to: "/shop?category=HATS", label: "Hats" },
      { to: "/shop?category=SHIRTS", label: "Shirts" },
      { to: href("/shop"), label: "All Products" },
    ],
  },
  {
    heading: "Company",
    links: [
      { to: href("/about"), label: "About" },
      { to: href("/contact"), label: "Contact" },
    ],
  },
  {
    heading: "Legal",
    links: [
      { to: href("/privacy"), label: "Privacy" },
      { to: href("/terms"), label: "Terms" },
      { to: href("/shipping"), label: "Shipping" },
    ],
  },
] as const;

const LINK = "inline-flex min-h-10 items-center underline-offset-[0.25em] hover:underline";

export function Footer({ storeName, year }: { storeName: string; year: number }) {
  const { socialUrl, socialName } = useRootData().profile;
  return (
    <footer className="site-footer on-dark mt-auto bg-fairway-deep text-paper print:hidden">
      <FairwayLine />
      <div className="wrap grid grid-cols-3 gap-x-4 gap-y-10 pt-12 pb-10 sm:gap-x-8 lg:grid-cols-[2fr_1fr_1fr_1fr] lg:pt-16">
        <p className="display max-w-[14ch] text-heading col-span-3 lg:col-span-1">
          Good caps. Good shirts. Good lies.
        </p>
        {columns.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <h2 className="eyebrow text-sun">{heading}</h2>
            <ul className="mt-2">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className={LINK}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-white/20 py-5 text-[0.9375rem]">
        <p>
          © {year} {storeName}. All rights reserved.
        </p>
        {socialUrl && (
          <a href={socialUrl} target="_blank" rel="noopener noreferrer" className={LINK}>
            {socialName}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
      </div>
    </footer>
  );
}
