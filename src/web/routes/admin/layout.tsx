import { Outlet } from "react-router";
import { AdminBrand, AdminNav } from "../../admin/frame/admin-nav.tsx";
import { PendingSpinner } from "../../admin/frame/pending-spinner.tsx";
import { useRedirectNotice } from "../../admin/frame/use-notice-toasts.ts";
import { RouteAnnouncer } from "../../layout/route-announcer.tsx";
import { SkipLink } from "../../layout/skip-link.tsx";
import { adminOf, requireAdmin } from "../../middleware/require-admin.ts";
import { privatePage } from "../../page/page-headers.ts";
import { useRootData } from "../../page/root-data.ts";
import type { Route } from "./+types/layout";
import "../../admin/frame/admin.css";
import "../../admin/frame/admin-nav.css";
import "../../admin/lists/lists.css";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const headers = privatePage;

/** A layout without a loader would let the browser change pages without asking the guard. */
export function loader({ context }: Route.LoaderArgs) {
  return { email: adminOf(context).email };
}

export default function AdminLayout() {
  const { storeName } = useRootData().settings.businessInfo;
  useRedirectNotice();
  return (
    <div className="admin-shell">
      <SkipLink />
      <RouteAnnouncer />
      <AdminBrand storeName={storeName} />
      <AdminNav storeName={storeName} />
      <main id="main" tabIndex={-1} className="min-w-0 px-4 py-6 sm:px-6 lg:px-10 lg:py-9">
        <div className="mx-auto max-w-7xl">
          <PendingSpinner />
          <Outlet />
        </div>
      </main>
    </div>
  );
}
