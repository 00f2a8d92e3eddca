// What every page of the back office has: a title that no search engine lists and a heading, a link back where the
// navigation does not show the page, and an error page for when its data can't be loaded.

import type { ReactNode } from "react";
import { isRouteErrorResponse, Link, type MetaDescriptor, useRouteError } from "react-router";
import { rootDataOf } from "../../page/root-data.ts";
import { ArrowLeft } from "../../ui/icons.tsx";
import { LoadFailure, Missing } from "./failures/load-failure.tsx";

export function adminMeta(matches: Parameters<typeof rootDataOf>[0], title: string): MetaDescriptor[] {
  const storeName = rootDataOf(matches)?.settings.businessInfo.storeName;
  return [{ title: storeName ? `${title} · ${storeName}` : title }, { name: "robots", content: "noindex" }];
}

type BackLinkProps = { to: string; label: string; className?: string };

export function BackLink({ to, label, className = "mb-3" }: BackLinkProps) {
  return (
    <Link to={to} className={`way-back inline-flex min-h-11 items-center gap-2 font-semibold ${className}`}>
      <ArrowLeft aria-hidden="true" className="size-4" />
      <span className="text-link">{label}</span>
    </Link>
  );
}

/** The heading of a page, with its actions next to it. */
export function PageTitle({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="page-title mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-3 sm:mb-6 sm:gap-x-6">
      <h1 className="display text-heading">{title}</h1>
      {children}
    </div>
  );
}

/** The ErrorBoundary of a page. */
export function failedPage(title: string, message: string, back?: ReactNode) {
  return function FailedPage() {
    return (
      <>
        {back}
        <PageTitle title={title} />
        {isMissing(useRouteError()) ? (
          <Missing what="There is nothing here" />
        ) : (
          <LoadFailure message={message} />
        )}
      </>
    );
  };
}

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
