import { type ReactNode, useEffect } from "react";
import { Outlet, useRouteLoaderData } from "react-router";
import type { Waiting } from "#domain/alerts/waiting.ts";
import { recallWaiting } from "#server/operations/alerts/count-waiting.ts";
import { findTroubles } from "#server/operations/alerts/find-troubles.ts";
import { LeaveGuard } from "../../admin/forms/leave-guard.tsx";
import { bringPages } from "../../admin/frame/failures/bring-pages.ts";
import { keepEnded, keepFrame, rememberFrame } from "../../admin/frame/failures/keep-frame.ts";
import { LoadFailure } from "../../admin/frame/failures/load-failure.tsx";
import { useReturnedForm } from "../../admin/frame/failures/returned-form.ts";
import { useFixedFields } from "../../admin/frame/fixed-fields.ts";
import { AdminBrand, AdminNav } from "../../admin/frame/nav/admin-nav.tsx";
import { PlaceTabs } from "../../admin/frame/nav/place-tabs.tsx";
import { PendingSpinner } from "../../admin/frame/pending-spinner.tsx";
import { Troubles } from "../../admin/frame/troubles.tsx";
import { useRedirectNotice } from "../../admin/frame/use-notice-toasts.ts";
import { RouteAnnouncer } from "../../layout/route-announcer.tsx";
import { SkipLink } from "../../layout/skip-link.tsx";
import { adminOf, isFrameBare, requireAdmin } from "../../middleware/require-admin.ts";
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

/** In the browser: whatever fails, the frame stays, and so does what was typed when the session has ended. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepEnded, keepFrame];

type FrameData = { email: string; troubles: Awaited<ReturnType<typeof findTroubles>>; waiting: Waiting };

const bareFrame: FrameData = {
  email: "",
  troubles: [],
  waiting: { messages: 0, reviews: 0, returns: 0, shipments: 0 },
};

/** A layout without a loader would let the browser change pages without asking the guard. */
export async function loader({ context }: Route.LoaderArgs): Promise<FrameData> {
  if (isFrameBare(context)) return bareFrame;
  const { email, shop } = adminOf(context);
  const [troubles, waiting] = await Promise.all([
    orLogged(shop, "alerts.not_read", findTroubles(shop)),
    orLogged(shop, "alerts.not_read", recallWaiting(shop)),
  ]);
  return { email, troubles: troubles ?? [], waiting: waiting ?? bareFrame.waiting };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData("root");
  useRedirectNotice();
  useReturnedForm();
  useEffect(() => rememberFrame({ root, "routes/admin/layout": loaderData }), [root, loaderData]);
  useEffect(() => bringPages(), []);
  return (
    <Frame waiting={loaderData.waiting}>
      <Troubles troubles={loaderData.troubles} />
      <Outlet />
    </Frame>
  );
}

/** For what no page has said itself. */
export function ErrorBoundary() {
  return (
    <Frame waiting={bareFrame.waiting}>
      <LoadFailure message="An unexpected error occurred. Please try again." />
    </Frame>
  );
}

function Frame({ waiting, children }: { waiting: Waiting; children: ReactNode }) {
  const { storeName } = useRootData().settings.businessInfo;
  const fixing = useFixedFields();
  return (
    <div className="admin-shell">
      <SkipLink />
      <RouteAnnouncer />
      <AdminBrand storeName={storeName} />
      <AdminNav storeName={storeName} waiting={waiting} />
      <main
        id="main"
        tabIndex={-1}
        className="min-w-0 px-4 pt-4 pb-6 sm:px-6 sm:pt-6 lg:px-10 lg:py-9"
        {...fixing}
      >
        <div className="mx-auto max-w-7xl">
          <PendingSpinner />
          <PlaceTabs waiting={waiting} />
          {children}
        </div>
        <LeaveGuard />
      </main>
    </div>
  );
}
