import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import type { ShownLink } from "#domain/brand/menu.ts";
import { isActivePath, useStoreLinks } from "../page/store-nav.ts";
import { useIsAdmin } from "../page/use-is-admin.ts";
import { UserRound } from "../ui/icons.tsx";
import { CartButton } from "./cart-button.tsx";
import { MobileMenu } from "./menu/mobile-menu.tsx";
import { SearchButton } from "./search/search-button.tsx";
import { Wordmark } from "./wordmark.tsx";

const SCROLL_THRESHOLD_PX = 10;

export function Header({ storeName }: { storeName: string }) {
  const { pathname } = useLocation();
  const { header: links } = useStoreLinks();
  const scrolled = useScrolled();
  const isAdmin = useIsAdmin(pathname);
  const adminPath = isAdmin ? "/admin/dashboard" : "/admin/login";
  const look = scrolled
    ? "border-line bg-paper/82 [backdrop-filter:blur(14px)_saturate(1.3)]"
    : "border-transparent bg-paper";
  // The header keeps its room in the page while its bar becomes compact: the content never jumps. In a low
  // window it would hide content, so it scrolls away. Without scripts a phone has the pages in a second row.
  return (
    <header className="pointer-events-none sticky top-0 z-40 h-17 md:h-19 noscript:h-auto low:relative print:hidden">
      <div
        className={`site-bar pointer-events-auto border-b transition-[background-color,border-color] duration-200 ${look}`}
      >
        <div
          className={`wrap flex items-center gap-2 transition-[height] duration-200 ease-out ${scrolled ? "h-14" : "h-17 md:h-19"}`}
        >
          <Wordmark storeName={storeName} />
          <nav aria-label="Main" className="ml-auto hidden gap-7 md:flex lg:gap-9">
            {links.map(({ to, label }) => (
              <Link
                key={to + label}
                to={to}
                prefetch="intent"
                className="nav-link eyebrow"
                aria-current={isActivePath(pathname, to) ? "page" : undefined}
              >
                {label}
              </Link>
            ))}
          </nav>
          <div className="ml-auto flex items-center md:-mr-2.5 md:ml-5">
            <SearchButton />
            <CartButton />
            <Link
              to={adminPath}
              reloadDocument
              className="icon-button hidden justify-center md:flex"
              aria-label={isAdmin ? "Admin dashboard" : "Staff sign-in"}
            >
              <UserRound className="size-[1.375rem]" strokeWidth={1.75} />
            </Link>
            <MobileMenu adminPath={adminPath} />
          </div>
        </div>
        <noscript>{import.meta.env.SSR && <WithoutScripts links={links} />}</noscript>
      </div>
    </header>
  );
}

/** A browser that runs scripts never draws it, so its code stays on the server. */
function WithoutScripts({ links }: { links: ShownLink[] }) {
  return (
    <>
      <p className="wrap pb-2 text-[0.9375rem] text-ink-2">
        The cart needs JavaScript. Please turn it on to buy.
      </p>
      <nav aria-label="Pages" className="wrap flex gap-6 pb-3 md:hidden">
        {links.map(({ to, label }) => (
          <a key={to + label} href={to} className="text-link">
            {label}
          </a>
        ))}
      </nav>
    </>
  );
}

/** True once the page is scrolled by more than ten pixels. */
function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > SCROLL_THRESHOLD_PX);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return scrolled;
}
