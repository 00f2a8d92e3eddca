import type { Category } from "#domain/product/product.ts";

/** A measure in inches or as hats are numbered, and where it has one, in centimeters. */
type Measure = [text: string, centimeters?: string];

type SizeTableRows = { caption: string; measures: string[]; rows: [size: string, ...Measure[]][] };

const tables: Record<Category, SizeTableRows> = {
  SHIRTS: {
    caption: "Shirts: measures of the body",
    measures: ["Chest", "Waist"],
    rows: [
      ["S", ["35-37 in", "89-94 cm"], ["29-31 in", "74-79 cm"]],
      ["M", ["38-40 in", "97-102 cm"], ["32-34 in", "81-86 cm"]],
      ["L", ["41-43 in", "104-109 cm"], ["35-37 in", "89-94 cm"]],
      ["XL", ["44-46 in", "112-117 cm"], ["38-40 in", "97-102 cm"]],
      ["2XL", ["47-49 in", "119-124 cm"], ["41-43 in", "104-109 cm"]],
    ],
  },
  HATS: {
    caption: "Hats: measure around the head",
    measures: ["Around the head", "Hat size"],
    rows: [
      ["S/M", ["21¼-22½ in", "54-57 cm"], ["6¾-7⅛"]],
      ["L/XL", ["22½-24 in", "57-61 cm"], ["7⅛-7⅝"]],
      ["One size", ["21½-24 in", "55-61 cm"], ["adjustable"]],
    ],
  },
};

const CELL = "border-t border-line py-2 pr-3 text-left align-top";
const HEAD = `${CELL} font-semibold`;

/** A table that fits a phone: one size per row, two measures. */
export function SizeTable({ category }: { category: Category }) {
  const { caption, measures, rows } = tables[category];
  return (
    <table className="w-full text-[0.9375rem] tabular-nums">
      <caption className="pb-2 text-left font-semibold">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            Size
          </th>
          {measures.map((measure) => (
            <th key={measure} scope="col" className={HEAD}>
              {measure}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([size, ...values]) => (
          <tr key={size}>
            <th scope="row" className={HEAD}>
              {size}
            </th>
            {values.map(([text, centimeters]) => (
              <td key={text} className={CELL}>
                <span>{text}</span>
                {centimeters && <span className="block text-ink-2">{centimeters}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const advice: Record<Category, string> = {
  SHIRTS:
    "Measure around the fullest part of the chest, arms down, tape level. Between two sizes, the smaller one fits close and the larger one loose.",
  HATS: "Measure around the head a finger's width above the ears, where a hat sits. Hats without sizes adjust at the back.",
};

export function SizeAdvice({ category }: { category: Category }) {
  return <p className="max-w-[60ch] text-ink-2">{advice[category]}</p>;
}
