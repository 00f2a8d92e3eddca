import { useState } from "react";
import type { Facets } from "#domain/catalog/filters/facets.ts";
import type { ShopSearch } from "#domain/catalog/shop-search.ts";
import { useLoaded } from "../../../page/use-loaded.ts";
import { Button } from "../../../ui/form/button.tsx";
import { SlidersHorizontal } from "../shop-icons.ts";
import { appliedCount } from "./filter-names.ts";

type FilterButtonProps = {
  search: ShopSearch;
  facets: Facets;
  count: number;
  onApply: (change: Partial<ShopSearch>, options?: { replace: boolean }) => void;
};

const loadSheet = () => import("./filter-sheet.tsx");

/** Opens the filter sheet on a phone and says how many filters are on. */
export function FilterButton({ search, facets, count, onApply }: FilterButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const sheet = useLoaded(loadSheet, open, close);
  const active = appliedCount(search);
  return (
    <>
      <Button
        look="secondary"
        // Not the sheet: a phone that is turned while it is open would be left with a page that takes nothing.
        className="flex-none md:hidden noscript:hidden"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal className="size-4" />
        <span>{active > 0 ? `Filters (${active})` : "Filters"}</span>
      </Button>
      {sheet && (
        <sheet.FilterSheet
          open={open}
          onClose={close}
          search={search}
          facets={facets}
          count={count}
          onApply={onApply}
        />
      )}
    </>
  );
}
