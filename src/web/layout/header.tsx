import { Link, useLocation } from "react-router";
import { useIsAdmin } from "../page/use-is-admin.ts";
import { UserRound } from "../ui/icons.tsx";
import { CartButton } from "./cart-button.tsx";
import { MobileMenu } from "./menu/mobile-menu.tsx";
import { isActivePath, storeLinks } from "./menu/store-nav.ts";
import { useScrolled } from "./use-scrolled.ts";
import { Wordmark } from "./wordmark.tsx";

export function Header({ storeName }: { storeName: string }) {
  const { pathname } = useLocation();
  const scrolled = useScrolled();
  const isAdmin = useIsAdmin(pathname);
  const adminPath = isAdmin ? "/admin/dashboard" : "/admin/login";
  return (
    <header className="site-header" data-compact={scrolled || undefined}>
      <div className="site-bar">
        <div className="wrap flex items-center gap-2">
          <Wordmark storeName={storeName} />
          <nav aria-label="Main" className="ml-auto hidden gap-7 md:flex lg:gap-9">
            {storeLinks.map(({ to, label }) => (
              <Link
                key={to}
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
            <Link
              to={adminPath}
              reloadDocument
              className="icon-button"
              aria-label={isAdmin ? "Admin dashboard" : "Staff sign-in"}
            >
              <UserRound className="size-[1.375rem]" strokeWidth={1.75} />
            </Link>
            <CartButton />
            <MobileMenu adminPath={adminPath} />
          </div>
        </div>
        <noscript>
          <p className="wrap pb-2 text-[0.9375rem] text-ink-2">
            The cart needs JavaScript. Please turn it on to buy.
          </p>
          <nav aria-label="Pages" className="wrap flex gap-6 pb-3 md:hidden">
            {storeLinks.map(({ to, label }) => (
              <a key={to} href={to} className="text-link">
                {label}
              </a>
            ))}
          </nav>
        </noscript>
      </div>
    </header>
  );
}
