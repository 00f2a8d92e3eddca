import { useRef, useState } from "react";
import type { ShopSearch } from "#domain/catalog/shop-search.ts";
import { type Category, categories, categoryLabels } from "#domain/product/product.ts";
import { DialogBody, Sheet } from "../../../ui/dialog.tsx";
import { Button } from "../../../ui/form/button.tsx";
import type { Choice } from "../../../ui/form/select.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";

type FilterFormProps = {
  search: ShopSearch;
  sizes: readonly Choice[];
  onApply: (change: Partial<ShopSearch>) => void;
};
type FilterSheetProps = FilterFormProps & { open: boolean; onClose: () => void };

/** The filters on a phone: nothing changes until they are applied together. */
export function FilterSheet({ open, onClose, search, sizes, onApply }: FilterSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Filters">
      <DialogBody>
        <FilterForm
          search={search}
          sizes={sizes}
          onApply={(change) => {
            onClose();
            onApply(change);
          }}
        />
      </DialogBody>
    </Sheet>
  );
}

function FilterForm({ search, sizes, onApply }: FilterFormProps) {
  const [ticked, setTicked] = useState<Category[]>(search.category === "ALL" ? [] : [search.category]);
  const [sale, setSale] = useState(search.sale);
  const size = useRef<HTMLSelectElement>(null);
  const toggle = (category: Category) =>
    setTicked((before) =>
      before.includes(category) ? before.filter((other) => other !== category) : [...before, category],
    );
  return (
    <div className="grid gap-7 p-5">
      <fieldset>
        <legend className="mb-1 font-semibold">Category</legend>
        {categories.map((category) => (
          <Tick
            key={category}
            label={categoryLabels[category]}
            checked={ticked.includes(category)}
            onChange={() => toggle(category)}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend className="mb-1 font-semibold">Price</legend>
        <Tick label="On Sale" checked={sale} onChange={() => setSale(!sale)} />
      </fieldset>
      <SelectField label="Size" ref={size} choices={sizes} defaultValue={search.size} />
      <Button
        size="large"
        onClick={() => onApply({ category: categoryOfTicks(ticked), sale, size: size.current?.value ?? "" })}
      >
        Apply Filters
      </Button>
    </div>
  );
}

function Tick({ label, checked, onChange }: { label: string; checked: boolean; onChange: () => void }) {
  return (
    <label className="flex min-h-12 items-center gap-3">
      <input type="checkbox" className="check" checked={checked} onChange={onChange} />
      {label}
    </label>
  );
}

/** The boxes ticked in the filter sheet → the one category of the URL. Both or none mean all. */
export function categoryOfTicks(ticked: readonly Category[]): ShopSearch["category"] {
  const [only, another] = ticked;
  return only && !another ? only : "ALL";
}
