import { shownLengths } from "#domain/size-chart/inches.ts";
import type { SizeTable as Table } from "#domain/size-chart/size-chart.ts";
import { Picture } from "../../ui/picture.tsx";

const CELL = "border-t border-line py-2 pr-3 text-left align-top";
const HEAD = `${CELL} font-semibold`;

/**
 * A size per row. Two measures fit a phone; a table with more of them scrolls sideways in its frame. `isNamed`: the heading
 * above it is its name.
 */
export function SizeTable({ table, isNamed = false }: { table: Table; isNamed?: boolean }) {
  const { name, caption, measures, rows } = table;
  return (
    <div className={measures.length > 2 ? "overflow-x-auto" : undefined}>
      <table className="w-full text-[0.9375rem] numerals">
        <caption className={isNamed && caption === "" ? "sr-only" : "pb-2 text-left font-semibold"}>
          {caption || name}
        </caption>
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              Size
            </th>
            {measures.map((measure) => (
              <th key={measure.name} scope="col" className={HEAD}>
                {measure.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ size, values }) => (
            <tr key={size}>
              <th scope="row" className={HEAD}>
                {size}
              </th>
              {measures.map((measure, at) => (
                <td key={measure.name} className={CELL}>
                  <Value text={values[at] ?? ""} isInches={measure.isInches} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Value({ text, isInches }: { text: string; isInches: boolean }) {
  const lengths = isInches ? shownLengths(text) : null;
  if (!lengths) return <span>{text || "–"}</span>;
  return (
    <>
      <span>{lengths.inches}</span>
      <span className="block text-ink-2">{lengths.centimeters}</span>
    </>
  );
}

/** How to measure, in words and as a picture. */
export function SizeAdvice({ table: { advice, picture } }: { table: Table }) {
  return (
    <>
      {advice && <p className="max-w-[60ch] text-ink-2">{advice}</p>}
      {picture && (
        <Picture image={picture} sizes="(width >= 48rem) 400px, 90vw" placeholder=" " className="max-w-sm" />
      )}
    </>
  );
}
