import type { ReactNode } from "react";

/** The heading of an admin page, with its actions next to it. */
export function PageTitle({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="page-title mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h1 className="display text-heading">{title}</h1>
      {children}
    </div>
  );
}
