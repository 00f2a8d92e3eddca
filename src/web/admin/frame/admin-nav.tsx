import { Flag, LayoutDashboard, LogOut, MessageSquare, Receipt, Settings, Shirt, Store } from "lucide-react";
import { Form, href, Link, useLocation, useNavigation } from "react-router";
import { isActivePath } from "../../layout/menu/store-nav.ts";

const pages = [
  { to: href("/admin/dashboard"), label: "Dashboard", Icon: LayoutDashboard },
  { to: href("/admin/products"), label: "Products", Icon: Shirt },
  { to: href("/admin/orders"), label: "Orders", Icon: Receipt },
  { to: href("/admin/messages"), label: "Messages", Icon: MessageSquare },
  { to: href("/admin/settings"), label: "Settings", Icon: Settings },
];

/** Whose back office this is, at the top of a phone's page; nothing to press is here, so messages may cover it. */
export function AdminBrand({ storeName }: { storeName: string }) {
  return (
    <header className="admin-brand">
      <Flag aria-hidden="true" className="size-5 flex-none text-fairway" />
      <span className="min-w-0 truncate">{storeName}</span>
    </header>
  );
}

/**
 * The back office's pages: a column at the side. On phones the pages are a bar at the bottom, within reach of
 * the thumb, and the two ways out stand where the page ends.
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
        {pages.map(({ to, label, Icon }) => (
          <Link
            key={to}
            to={to}
            className="admin-nav-item"
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
