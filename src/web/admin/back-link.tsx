import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

/** The way up, above the heading of a page that the navigation does not lead to. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold">
      <ArrowLeft aria-hidden="true" className="size-4" />
      <span className="text-link">{label}</span>
    </Link>
  );
}
