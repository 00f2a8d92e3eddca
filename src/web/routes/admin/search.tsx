import { parseOfficeQuery, SEARCH_WORD_MIN } from "#domain/office-search/office-search.ts";
import { searchOffice } from "#server/reports/office-search/search-office.ts";
import { adminMeta, failedPage, PageTitle } from "../../admin/frame/admin-page.tsx";
import { findPages } from "../../admin/search/find-pages.ts";
import { FoundLists } from "../../admin/search/found-lists.tsx";
import { SearchKeySwitch } from "../../admin/search/search-key-switch.tsx";
import { adminOf } from "../../middleware/require-admin.ts";
import type { Route } from "./+types/search";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Search");

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const query = parseOfficeQuery(url.searchParams);
  return { query, found: await searchOffice(shop, query) };
}

export default function SearchPage({ loaderData: { query, found } }: Route.ComponentProps) {
  const pages = findPages(query);
  const rows = found ? [pages, found.orders, found.customers, found.products] : [];
  const count = rows.reduce((sum, { length }) => sum + length, 0);
  return (
    <>
      <PageTitle title="Search" />
      <p role="status" className="mb-5 text-ink-2 wrap-anywhere">
        {found === null
          ? "Find orders, customers, products, pages, and settings."
          : count === 0
            ? `Nothing found for “${query}”. Try an order number, ${SEARCH_WORD_MIN} letters of a name or email, a phone number, or a tracking number.`
            : `${count} found for “${query}”`}
      </p>
      {found && <FoundLists pages={pages} found={found} />}
      <SearchKeySwitch />
    </>
  );
}

export const ErrorBoundary = failedPage("Search", "Failed to search");
