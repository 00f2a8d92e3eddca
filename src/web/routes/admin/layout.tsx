import { Outlet } from "react-router";
import { recallWaiting } from "#server/alerts/count-waiting.ts";
import { findTroubles } from "#server/alerts/find-troubles.ts";
import { AdminBrand, AdminNav } from "../../admin/frame/nav/admin-nav.tsx";
import { PendingSpinner } from "../../admin/frame/pending-spinner.tsx";
import { Troubles } from "../../admin/frame/troubles.tsx";
import { useRedirectNotice } from "../../admin/frame/use-notice-toasts.ts";
import { RouteAnnouncer } from "../../layout/route-announcer.tsx";
import { SkipLink } from "../../layout/skip-link.tsx";
import { adminOf, requireAdmin } from "../../middleware/require-admin.ts";
import { privatePage } from "../../page/page-headers.ts";
import { useRootData } from "../../page/root-data.ts";
import type { Route } from "./+types/layout";
import { orLogged } from "./admin-action.ts";
import "../../styles/office.css";
import "../../admin/frame/admin.css";
import "../../admin/frame/nav/admin-nav.css";
import "../../admin/lists/lists.css";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const headers = privatePage;

/** A layout without a loader would let the browser change pages without asking the guard. */
export async function loader({ context }: Route.LoaderArgs) {
  const { email, shop } = adminOf(context);
  const [troubles, waiting] = await Promise.all([
    orLogged(shop, "alerts.not_read", findTroubles(shop)),
    orLogged(shop, "alerts.not_read", recallWaiting(shop)),
  ]);
  return { email, troubles: troubles ?? [], waiting: waiting ?? { messages: 0, returns: 0, parcels: 0 } };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { storeName } = useRootData().settings.businessInfo;
  useRedirectNotice();
  return (
    <div className="admin-shell">
      <SkipLink />
      <RouteAnnouncer />
      <AdminBrand storeName={storeName} />
      <AdminNav storeName={storeName} waiting={loaderData.waiting} />
      <main id="main" tabIndex={-1} className="min-w-0 px-4 py-6 sm:px-6 lg:px-10 lg:py-9">
        <div className="mx-auto max-w-7xl">
          <PendingSpinner />
          <Troubles troubles={loaderData.troubles} />
          <Outlet />
        </div>
      </main>
    </div>
  );
}
