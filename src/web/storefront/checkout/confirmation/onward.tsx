import { Link } from "react-router";
import { LinkButton } from "../../../ui/form/button.tsx";

type Way = { to: string; label: string };

/** One button and the secondary links next to it, or below it on a phone. */
export function Onward({ to, label, others }: Way & { others: Way[] }) {
  return (
    <div className="mt-9 flex flex-wrap items-center gap-x-7 gap-y-2 print:hidden">
      <LinkButton to={to} size="large" className="max-sm:w-full">
        {label}
      </LinkButton>
      {others.map((other) => (
        <Link key={other.to} to={other.to} className="text-link py-3 font-semibold">
          {other.label}
        </Link>
      ))}
    </div>
  );
}
