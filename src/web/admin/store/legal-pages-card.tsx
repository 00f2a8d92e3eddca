import { href, Link } from "react-router";
import { type LegalPageName, legalPages, legalPageTitles } from "#domain/settings/legal-text.ts";

/** The legal pages, and which of them have the owner's own text. */
export function LegalPagesCard({ ownTexts }: { ownTexts: LegalPageName[] }) {
  return (
    <section aria-labelledby="legal-pages" className="admin-card p-5 sm:p-7">
      <h2 id="legal-pages" className="display mb-2 text-xl">
        Legal pages
      </h2>
      <ul className="divide-y divide-line">
        {legalPages.map((page) => (
          <li key={page} className="flex items-center justify-between gap-4">
            <Link
              to={`${href("/admin/settings/legal")}?page=${page}`}
              className="text-link inline-flex min-h-11 items-center font-semibold"
            >
              {legalPageTitles[page]}
            </Link>
            <span className="text-ink-2">{ownTexts.includes(page) ? "Your text" : "Default text"}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
