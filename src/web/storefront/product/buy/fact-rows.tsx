import { Link } from "react-router";
import type { ProductFact } from "../product-facts.ts";

/** The browser's own rows that open, so they work before and without scripts. */
export function FactRows({ facts }: { facts: ProductFact[] }) {
  return (
    <div className="mt-6 border-b border-line">
      {facts.map(({ name, text, link }) => (
        <details key={name} className="fold border-t border-line">
          <summary>{name}</summary>
          <div className="grid justify-items-start gap-3 pb-6 wrap-anywhere whitespace-pre-line text-ink-2">
            <span>{text}</span>
            {link && (
              <Link to={link.to} className="text-link">
                {link.label}
              </Link>
            )}
          </div>
        </details>
      ))}
    </div>
  );
}
