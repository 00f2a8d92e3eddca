import { formatMoney } from "#domain/money/money.ts";
import { useRootData } from "../../page/root-data.ts";
import { Badge } from "../../ui/badge.tsx";
import { PicturePlaceholder } from "../../ui/picture-placeholder.tsx";
import { GRID } from "../catalog/product-grid.tsx";

const samples = [
  { name: "Classic Golf Hat", category: "HATS", price: 2_999 },
  { name: "Performance Golf Hat", category: "HATS", price: 3_499 },
  { name: "Classic Golf Polo", category: "SHIRTS", price: 4_999 },
  { name: "Performance Golf Shirt", category: "SHIRTS", price: 5_999 },
] as const;

/** Typical products of the golf brand, for when the current ones can't be loaded. Another brand shows none. */
export default function SampleProducts() {
  const { hasDrawings, words } = useRootData().brand;
  return (
    <section aria-label="Sample products" className="wrap pt-8 pb-20">
      <h1 className="display text-title">{words.shopHeading || "Shop"}</h1>
      <p className="mt-2 mb-8 text-ink-2">
        {hasDrawings
          ? "These are samples and aren't for sale. Our products will be back soon."
          : "Our products will be back soon."}
      </p>
      <ul className={GRID}>
        {(hasDrawings ? samples : []).map(({ name, category, price }) => (
          <li key={name} className="product-card">
            <div className="card-picture">
              <PicturePlaceholder text="Sample" />
              <div className="card-badges absolute top-2.5 left-2.5 flex max-w-[calc(100%-1.25rem)] flex-wrap gap-1.5">
                <Badge tone="dark">Sample</Badge>
              </div>
            </div>
            <div className="grid flex-1 content-start gap-0.5 pt-3">
              <p className="eyebrow text-[0.75rem] text-ink-2">{category}</p>
              <p className="leading-snug font-semibold">{name}</p>
              <p className="numerals">{formatMoney(price)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
