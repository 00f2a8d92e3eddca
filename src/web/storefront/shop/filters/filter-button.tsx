import { useState } from "react";
import type { ShopSearch } from "#domain/catalog/shop-search.ts";
import { useLoaded } from "../../../page/use-loaded.ts";
import { Button } from "../../../ui/form/button.tsx";
import { SlidersHorizontal } from "../shop-icons.ts";
import { sizeChoices } from "./size-choices.ts";

type FilterButtonProps = { search: ShopSearch; onApply: (change: Partial<ShopSearch>) => void };

const loadSheet = () => import("./filter-sheet.tsx");

/** Opens the filter sheet on a phone and says how many filters are on. */
export function FilterButton({ search, onApply }: FilterButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const sheet = useLoaded(loadSheet, open, close);
  const active = [search.category !== "ALL", search.sale, search.size !== ""].filter(Boolean).length;
  return (
    <div className="md:hidden noscript:hidden">
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal className="size-4" />
        Filters{active > 0 && ` (${active})`}
      </Button>
      {sheet && (
        <sheet.FilterSheet
          open={open}
          onClose={close}
          search={search}
          sizes={sizeChoices(search.size)}
          onApply={onApply}
        />
      )}
    </div>
  );
}
