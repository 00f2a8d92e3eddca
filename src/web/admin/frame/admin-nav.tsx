import {
  Flag,
  LayoutDashboard,
  LogOut,
  MessageSquare,
  Receipt,
  Settings,
  Shirt,
  Star,
  Store,
  TicketPercent,
} from "lucide-react";
import { Form, href, Link, useLocation, useNavigation } from "react-router";
import { isActivePath } from "../../page/store-nav.ts";

const pages = [
  { to: href("/admin/dashboard"), label: "Dashboard", Icon: LayoutDashboard },
  { to: href("/admin/products"), label: "Products", Icon: Shirt },
  { to: href("/admin/orders"), label: "Orders", Icon: Receipt },
  { to: href("/admin/discounts"), label: "Discounts", Icon: TicketPercent },
  { to: href("/admin/messages"), label: "Messages", Icon: MessageSquare },
  // The bar of a phone has no room for more than five: there, the page of messages leads to it.
  { to: href("/admin/reviews"), label: "Reviews", Icon: Star, className: "max-md:hidden" },
  { to: href("/admin/settings"), label: "Settings", Icon: Settings },
];

/** The store's name at the top of the page on a phone. It holds no control, so toasts may cover it. */
export function AdminBrand({ storeName }: { storeName: string }) {
  return (
    <header className="admin-brand">
      <Flag aria-hidden="true" className="size-5 flex-none text-fairway" />
      <span className="min-w-0 truncate">{storeName}</span>
    </header>
  );
}

/**
 * The pages of the back office in a column at the side. On phones they are a bar at the bottom, within reach
 * of the thumb, and the two ways out are at the end of the page.
 */
export function AdminNav({ storeName }: { storeName: string }) {
  const signOutPath = href("/admin/sign-out");
  const { pathname } = useLocation();
  const isSigningOut = useNavigation().formAction === signOutPath;
  return (
    <nav aria-label="Admin" className="admin-nav on-dark">
      <p className="mb-4 hidden items-center gap-2.5 px-3.5 font-semibold md:flex">
        <Flag aria-hidden="true" className="size-5 flex-none text-sun" />
        <span className="min-w-0 break-words">{storeName}</span>
      </p>
      <div className="admin-nav-pages">
        {pages.map(({ to, label, Icon, className = "" }) => (
          <Link
            key={to}
            to={to}
            className={`admin-nav-item ${className}`}
            aria-current={isActivePath(pathname, to) ? "page" : undefined}
          >
            <Icon aria-hidden="true" className="size-5 flex-none" />
            {label}
          </Link>
        ))}
      </div>
      <div className="admin-nav-ways-out">
        <a href={href("/")} className="admin-nav-item">
          <Store aria-hidden="true" className="size-5 flex-none" />
          Back to Website
        </a>
        <Form method="post" action={signOutPath}>
          <button type="submit" className="admin-nav-item" disabled={isSigningOut}>
            <LogOut aria-hidden="true" className="size-5 flex-none" />
            Sign Out
          </button>
        </Form>
      </div>
    </nav>
  );
}
