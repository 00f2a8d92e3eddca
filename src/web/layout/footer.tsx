import { href, Link } from "react-router";
import { type RootData, useRootData } from "../page/root-data.ts";
import { helpLinks, rangeLinks } from "../page/store-nav.ts";
import fairwayLine from "./fairway-line.svg?url";

const columnsOf = (data: Pick<RootData, "categories" | "hasSizeChart">) => [
  { heading: "Shop", links: [...rangeLinks(data), { to: href("/shop"), label: "All Products" }] },
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
      { to: href("/shipping"), label: "Shipping & returns" },
    ],
  },
  // On phones its own row: its text is too long for a quarter of the screen.
  { heading: "Help", links: helpLinks(data).slice(0, -1), isRow: true },
];

const LINK = "inline-flex min-h-11 items-center underline-offset-[0.25em] hover:underline";

export function Footer({ storeName, year }: { storeName: string; year: number }) {
  const data = useRootData();
  const { settings, profile } = data;
  const { email } = settings.businessInfo;
  const { socialUrl, socialName } = profile;
  return (
    <footer className="site-footer on-dark mt-auto bg-fairway-deep text-paper print:hidden">
      <img
        src={fairwayLine}
        alt=""
        loading="lazy"
        className="h-16 w-full object-cover object-right-top lg:h-28"
      />
      <div className="wrap grid grid-cols-3 gap-x-4 gap-y-2 pt-2 pb-3 sm:gap-x-8 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr] lg:pt-9 lg:pb-10">
        <p className="display max-w-[14ch] text-heading hidden lg:block">
          Good caps. Good shirts. Good lies.
        </p>
        {columnsOf(data).map(({ heading, links, isRow }) => (
          <nav key={heading} aria-label={heading} className={isRow ? "col-span-3 lg:col-span-1" : undefined}>
            <h2 className="eyebrow text-sun">{heading}</h2>
            <ul className={isRow ? "flex flex-wrap gap-x-3 lg:block" : undefined}>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className={LINK}>
                    {label}
                  </Link>
                </li>
              ))}
              {isRow && email && (
                <li>
                  <a href={`mailto:${email}`} className={LINK}>
                    {email}
                  </a>
                </li>
              )}
            </ul>
          </nav>
        ))}
      </div>
      <div className="wrap flex flex-wrap items-center justify-between border-t border-white/20 text-sm">
        <p className="py-2">
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
