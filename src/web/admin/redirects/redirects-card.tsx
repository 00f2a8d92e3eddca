import { queryText } from "#domain/text/query-text.ts";
import type { listRedirects } from "#server/settings/redirects/find-redirect.ts";
import { ActionButton } from "../../ui/form/action-button.tsx";
import { type Column, DataTable, TableCard } from "../lists/data-table.tsx";
import { ListPager } from "../lists/list-pager.tsx";
import { SearchForm } from "../lists/search-form.tsx";

type Listed = Awaited<ReturnType<typeof listRedirects>>;
type RedirectsCardProps = Listed & { action: string; search: { query: string; after: string | null } };

/** All redirects, some at a time. */
export function RedirectsCard({ action, redirects, search: { query, after }, next }: RedirectsCardProps) {
  const columns: Column<Listed["redirects"][number]>[] = [
    { label: "Old address", cell: ({ path }) => <span className="wrap-anywhere">{path}</span> },
    {
      label: "New address",
      cell: ({ target }) => (
        <a href={target} className="text-link wrap-anywhere">
          {target}
        </a>
      ),
    },
    { label: "Added by", cell: ({ source }) => (source === "import" ? "Import" : "You") },
    {
      label: "Actions",
      kind: "actions",
      cell: ({ path }) => (
        <ActionButton action={action} fields={{ intent: "delete", path }} look="quiet">
          Delete<span className="sr-only"> {path}</span>
        </ActionButton>
      ),
    },
  ];
  const pathOf = (from: string | null) => `${action}${queryText({ q: query, after: from })}`;
  const isSearched = query !== "" || after !== null;
  return (
    <TableCard id="redirects" title="All redirects">
      {(redirects.length > 0 || isSearched) && (
        <SearchForm action={action} query={query} what="redirects" by="by address" className="px-5 pb-4" />
      )}
      {redirects.length > 0 ? (
        <DataTable columns={columns} rows={redirects} keyOf={({ path }) => path} />
      ) : (
        <p className="px-5 pb-6 text-ink-2">{isSearched ? "No redirect matches." : "No redirects yet."}</p>
      )}
      <div className="px-5 pb-5 has-[nav:empty]:hidden">
        <ListPager
          label="Pages of redirects"
          first={after && { label: "First page", to: pathOf(null) }}
          next={next && { label: "Next page", to: pathOf(next) }}
        />
      </div>
    </TableCard>
  );
}
