import { href, Link } from "react-router";
import { useRootData } from "../../../page/root-data.ts";

const links = [
  { to: href("/shipping"), label: "Shipping & returns" },
  { to: href("/privacy"), label: "Privacy" },
  { to: href("/terms"), label: "Terms" },
  { to: href("/contact"), label: "Contact" },
] as const;

const LINK = "inline-flex min-h-11 items-center underline-offset-[0.25em] hover:underline";

/** One line: the links that a shopper may want before paying. */
export function CheckoutFooter() {
  const { email } = useRootData().settings.businessInfo;
  return (
    <footer className="mt-auto border-t border-line text-[0.9375rem] text-ink-2">
      <nav aria-label="Help" className="wrap flex max-w-[72rem] flex-wrap gap-x-6 py-2">
        {links.map(({ to, label }) => (
          <Link key={to} to={to} className={LINK}>
            {label}
          </Link>
        ))}
        {email && (
          <a href={`mailto:${email}`} className={LINK}>
            {email}
          </a>
        )}
      </nav>
    </footer>
  );
}
