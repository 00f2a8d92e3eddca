import { useEffect, useRef } from "react";
import { type Facets, facetNames } from "#domain/catalog/filters/facets.ts";
import type { ShopSearch } from "#domain/catalog/shop-search.ts";
import { FacetChoices } from "./facet-choices.tsx";
import { filterNames, toggled } from "./filter-names.ts";

type FilterDropsProps = {
  search: ShopSearch;
  facets: Facets;
  onChange: (change: Partial<ShopSearch>) => void;
};

/** The filters of a desk: each opens below its name, one at a time, also without JavaScript. */
export function FilterDrops({ search, facets, onChange }: FilterDropsProps) {
  const drops = useClosing();
  return (
    <div ref={drops} className="filter-drops">
      {facetNames.map((name) => {
        const { label } = filterNames[name];
        const chosen = search[name];
        if (facets[name].length === 0) return null;
        return (
          <details key={name} name="filter" className="filter-drop">
            <summary className="pill" aria-current={chosen.length > 0 ? "true" : undefined}>
              <span className="numerals">{chosen.length > 0 ? `${label} (${chosen.length})` : label}</span>
            </summary>
            <fieldset className="filter-panel" data-facet={name}>
              <legend className="sr-only">{label}</legend>
              <FacetChoices
                name={name}
                choices={facets[name]}
                chosen={chosen}
                onToggle={(value) => onChange({ [name]: toggled(chosen, value) })}
              />
            </fieldset>
          </details>
        );
      })}
    </div>
  );
}

/** Escape closes the open one and leaves the focus on its name; so does a press anywhere else. */
function useClosing() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const open = () => ref.current?.querySelector<HTMLDetailsElement>("details[open]");
    const press = ({ target }: PointerEvent) => {
      const drop = open();
      if (drop && target instanceof Node && !drop.contains(target)) drop.open = false;
    };
    const key = (event: KeyboardEvent) => {
      const drop = event.key === "Escape" && open();
      if (!drop) return;
      if (drop.contains(document.activeElement)) drop.querySelector("summary")?.focus();
      drop.open = false;
    };
    document.addEventListener("pointerdown", press);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("keydown", key);
    };
  }, []);
  return ref;
}
