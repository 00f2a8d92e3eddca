import { Link } from "react-router";
import { useRootData } from "../page/root-data.ts";
import { helpLinks } from "../page/store-nav.ts";
import fairwayLine from "./fairway-line.svg?url";
import symbols from "./socials.svg?url";

const LINK = "inline-flex min-h-11 items-center underline-offset-[0.25em] hover:underline";

export function Footer({ storeName, year }: { storeName: string; year: number }) {
  const data = useRootData();
  const { brand } = data;
  const { email } = data.settings.businessInfo;
  return (
    <footer className="site-footer on-dark mt-auto bg-fairway-deep text-paper print:hidden">
      {brand.hasDrawings && (
        <img
          src={fairwayLine}
          alt=""
          loading="lazy"
          className="h-16 w-full object-cover object-right-top lg:h-28"
        />
      )}
      <div className="wrap grid grid-cols-3 gap-x-4 gap-y-2 pt-2 pb-3 sm:gap-x-8 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr] lg:pt-9 lg:pb-10">
        <div className="hidden lg:block">
          {brand.logo?.onDarkUrl && (
            <img
              src={brand.logo.onDarkUrl}
              alt=""
              loading="lazy"
              className="mb-4 h-12 w-auto max-w-48 object-contain object-left"
            />
          )}
          <p className="display max-w-[14ch] text-heading">{brand.words.claim}</p>
        </div>
        {brand.menu.columns.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <h2 className="eyebrow text-sun">{heading}</h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to + label}>
                  <Link to={to} className={LINK}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        {/* On phones its own row: its text is too long for a quarter of the screen. */}
        <nav aria-label="Help" className="col-span-3 lg:col-span-1">
          <h2 className="eyebrow text-sun">Help</h2>
          <ul className="flex flex-wrap gap-x-3 lg:block">
            {helpLinks(data)
              .slice(0, -1)
              .map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className={LINK}>
                    {label}
                  </Link>
                </li>
              ))}
            {email && (
              <li>
                <a href={`mailto:${email}`} className={LINK}>
                  {email}
                </a>
              </li>
            )}
          </ul>
        </nav>
      </div>
      <Imprint storeName={storeName} year={year} />
    </footer>
  );
}

function Imprint({ storeName, year }: { storeName: string; year: number }) {
  const { socials } = useRootData().brand.menu;
  return (
    <div className="wrap flex flex-wrap items-center justify-between border-t border-white/20 text-sm">
      <p className="py-2">
        © {year} {storeName}. All rights reserved.
      </p>
      <p className="-mx-2.5 flex flex-wrap">
        {socials.map(({ url, name, icon }) => (
          <a
            key={url}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${name} (opens in a new tab)`}
            className={`${LINK} min-w-11 justify-center gap-2 px-2.5`}
          >
            <svg aria-hidden="true" className="size-6">
              <use href={`${symbols}#${icon}`} />
            </svg>
            {icon === "link" && <span>{name}</span>}
          </a>
        ))}
      </p>
    </div>
  );
}
