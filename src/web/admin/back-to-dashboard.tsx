import { ArrowLeft } from "lucide-react";
import { href, Link } from "react-router";

/** For the pages that the dashboard leads to and the navigation does not. */
export function BackToDashboard() {
  return (
    <Link
      to={href("/admin/dashboard")}
      className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      <span className="text-link">Dashboard</span>
    </Link>
  );
}
