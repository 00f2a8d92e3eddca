import { useEffect, useState } from "react";
import { href } from "react-router";
import { type Facets, facetNames } from "#domain/catalog/filters/facets.ts";
import { type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { EVERY_CATEGORY } from "#domain/category/category-path.ts";
import { DialogBody, DialogFooter, Sheet } from "../../../ui/dialog.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { leaveLayer } from "../../../ui/use-history-layer.ts";
import { FacetChoices, FilterBox } from "./facet-choices.tsx";
import { categoryOfTicks, filterNames, noFilters, tickedWith, toggled } from "./filter-names.ts";

type FacetCounts = { facets: Facets; count: number };
type FilterFormProps = FacetCounts & {
  search: ShopSearch;
  /** `replace`: the list takes the place of the sheet in the history. */
  onApply: (change: Partial<ShopSearch>, options?: { replace: boolean }) => void;
};
type FilterSheetProps = FilterFormProps & { open: boolean; onClose: () => void };

/** The filters on a phone: nothing changes until they are applied together. */
export function FilterSheet({ open, onClose, onApply, ...rest }: FilterSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Filters">
      <FilterForm
        {...rest}
        onApply={(change) => {
          // The same list again would be a step back that leads nowhere.
          if (shopQuery({ ...rest.search, ...change }) === shopQuery({ ...rest.search, pages: 1 }))
            return onClose();
          leaveLayer();
          onClose();
          onApply(change, { replace: true });
        }}
      />
    </Sheet>
  );
}

function FilterForm({ search, onApply, ...shown }: FilterFormProps) {
  const [ticked, setTicked] = useState(search.category === EVERY_CATEGORY ? [] : [search.category]);
  const [draft, setDraft] = useState(search);
  const wanted = { ...draft, category: categoryOfTicks(ticked), pages: 1 };
  const { facets, count } = useCounts(wanted, search, shown);
  const change = (changed: Partial<ShopSearch>) => setDraft({ ...draft, ...changed });
  return (
    <>
      <DialogBody>
        <div className="filter-sheet">
          <fieldset>
            <legend>Category</legend>
            <ul className="facet-choices">
              {facets.categories.map(({ value, label, count: products }) => (
                <li key={value}>
                  <FilterBox
                    label={label}
                    count={products}
                    checked={ticked.includes(value)}
                    onChange={() => setTicked(tickedWith(ticked, value, facets.categories.length))}
                  />
                </li>
              ))}
            </ul>
          </fieldset>
          {facetNames.map(
            (name) =>
              facets[name].length > 0 && (
                <fieldset key={name}>
                  <legend>{filterNames[name].label}</legend>
                  <FacetChoices
                    name={name}
                    choices={facets[name]}
                    chosen={wanted[name]}
                    onToggle={(value) => change({ [name]: toggled(wanted[name], value) })}
                  />
                </fieldset>
              ),
          )}
          <Offers facets={facets} wanted={wanted} onChange={change} />
        </div>
      </DialogBody>
      <DialogFooter>
        <div className="filter-sheet-foot">
          <Button
            look="secondary"
            size="large"
            onClick={() => {
              setTicked([]);
              setDraft({ ...draft, ...noFilters });
            }}
          >
            Clear all
          </Button>
          <Button size="large" onClick={() => onApply(wanted)}>
            <span className="numerals">{`Apply Filters (${count.toLocaleString("en-US")})`}</span>
          </Button>
        </div>
      </DialogFooter>
    </>
  );
}

type OffersProps = { facets: Facets; wanted: ShopSearch; onChange: (change: Partial<ShopSearch>) => void };

function Offers({ facets, wanted, onChange }: OffersProps) {
  return (
    <fieldset>
      <legend>Offers and stock</legend>
      <ul className="facet-choices">
        <li>
          <FilterBox
            label="On Sale"
            count={facets.sale}
            checked={wanted.sale}
            onChange={() => onChange({ sale: !wanted.sale })}
          />
        </li>
        <li>
          <FilterBox
            label="In stock only"
            count={facets.inStock}
            checked={wanted.inStock}
            onChange={() => onChange({ inStock: !wanted.inStock })}
          />
        </li>
      </ul>
    </fieldset>
  );
}

/** Several boxes checked in a row make one request. */
const PAUSE_MS = 150;

/** The list with the currently checked boxes; until it is known, or if it can't be, the previous one. */
function useCounts(wanted: ShopSearch, shown: ShopSearch, first: FacetCounts): FacetCounts {
  const [counted, setCounted] = useState<FacetCounts | null>(null);
  const query = shopQuery(wanted);
  const isShown = query === shopQuery({ ...shown, pages: 1 });
  useEffect(() => {
    if (isShown) return;
    const dropped = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await fetchCounts(query, dropped.signal).catch(() => null);
      if (answer && !dropped.signal.aborted) setCounted(answer);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      dropped.abort();
    };
  }, [isShown, query]);
  return isShown ? first : (counted ?? first);
}

async function fetchCounts(query: string, signal: AbortSignal): Promise<FacetCounts | null> {
  const response = await fetch(href("/shop-counts") + query, { signal });
  return response.ok ? response.json() : null;
}
