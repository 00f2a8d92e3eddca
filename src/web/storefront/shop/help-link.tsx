import { Link } from "react-router";

type HelpLinkProps = { help: { to: string; label: string } };

/** The page that answers a question that was typed into the search. */
export function HelpLink({ help: { to, label } }: HelpLinkProps) {
  return (
    <p className="mb-3">
      Looking for help? See{" "}
      <Link to={to} className="text-link font-semibold">
        {label}
      </Link>
      .
    </p>
  );
}
