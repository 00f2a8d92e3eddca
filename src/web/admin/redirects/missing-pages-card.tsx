import { useFetcher } from "react-router";
import type { ListedMissingPage } from "#server/catalog/list-missing-pages.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";
import { type Column, DataTable, TableCard } from "../lists/data-table.tsx";
import { AllDone } from "../lists/empty-list.tsx";

type MissingPagesCardProps = { action: string; pages: ListedMissingPage[] };

/** Addresses without a page that visitors asked for this week; one press redirects each. */
export function MissingPagesCard({ action, pages }: MissingPagesCardProps) {
  const columns: Column<ListedMissingPage>[] = [
    { label: "Address", cell: ({ path }) => <span className="wrap-anywhere">{path}</span> },
    { label: "Visits", isNumber: true, cell: ({ hits }) => hits.toLocaleString("en-US") },
    { label: "Last visit", cell: ({ seenAt }) => <ShopTime at={seenAt} style="date and time" /> },
    { label: "Redirect to", cell: (page) => <RedirectTo action={action} page={page} /> },
  ];
  return (
    <TableCard id="missing-pages" title="Pages not found this week">
      {pages.length === 0 ? (
        <AllDone text="No missing pages this week." className="px-5 pb-6" />
      ) : (
        <DataTable columns={columns} rows={pages} keyOf={({ path }) => path} />
      )}
    </TableCard>
  );
}

function RedirectTo({ action, page: { path, suggested } }: { action: string; page: ListedMissingPage }) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" action={action} className="flex min-w-0 flex-wrap gap-2">
      <input type="hidden" name="intent" value="save-missing" />
      <input type="hidden" name="from" value={path} />
      <input
        name="to"
        aria-label={`Redirect ${path} to`}
        defaultValue={suggested}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        className="input w-auto min-w-0 flex-1 basis-52"
      />
      <Button type="submit" look="secondary" pending={fetcher.state !== "idle"}>
        Redirect<span className="sr-only"> {path}</span>
      </Button>
    </fetcher.Form>
  );
}
