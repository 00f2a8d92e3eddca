import type { FacetChoice, FacetName } from "#domain/catalog/filters/facets.ts";
import { filterNames } from "./filter-names.ts";

type FacetChoicesProps = {
  name: FacetName;
  choices: readonly FacetChoice[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
};

/** The values of one filter, each with how many products it would find. */
export function FacetChoices({ name, choices, chosen, onToggle }: FacetChoicesProps) {
  return (
    <ul className="facet-choices">
      {choices.map(({ value, label, count, swatches }) => (
        <li key={value}>
          <FilterBox
            name={filterNames[name].parameter}
            value={value}
            label={label}
            count={count}
            swatches={swatches}
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
        </li>
      ))}
    </ul>
  );
}

type FilterBoxProps = {
  label: string;
  count?: number;
  swatches?: readonly string[] | undefined;
  name?: string;
  value?: string;
  checked: boolean;
  onChange: () => void;
};

/** A box to tick: "Rope cap 4", read as "Rope cap, 4 products". */
export function FilterBox({ label, count, swatches, ...input }: FilterBoxProps) {
  const spoken = count === undefined ? label : `${label}, ${count} ${count === 1 ? "product" : "products"}`;
  return (
    <label className="filter-box" data-empty={(count === 0 && !input.checked) || undefined}>
      <input type="checkbox" className="check" aria-label={spoken} {...input} />
      {swatches && swatches.length > 0 && <Swatch colors={swatches} />}
      <span>{label}</span>
      {count !== undefined && <span className="filter-count numerals">{count.toLocaleString("en-US")}</span>}
    </label>
  );
}

/** One disk, in halves where a product has two colors. */
function Swatch({ colors: [first, second = first] }: { colors: readonly string[] }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="filter-swatch">
      <path d="M10 0a10 10 0 0 0 0 20z" fill={first} />
      <path d="M10 0a10 10 0 0 1 0 20z" fill={second} />
      <circle cx="10" cy="10" r="9.5" fill="none" stroke="currentColor" strokeOpacity="0.25" />
    </svg>
  );
}
