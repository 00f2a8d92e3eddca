import type { ReactNode } from "react";

/** The heading of an admin page, with its actions next to it. */
export function PageTitle({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="page-title mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-3 sm:mb-6 sm:gap-x-6">
      <h1 className="display text-heading">{title}</h1>
      {children}
    </div>
  );
}
