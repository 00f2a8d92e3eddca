import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Measure, SizeRow } from "#domain/size-chart/size-chart.ts";
import {
  type ChartGrid as Grid,
  gridIn,
  gridText,
  MEASURES_MAX,
  SIZE_ROWS_MAX,
} from "#domain/size-chart/size-chart-form.ts";
import { Button } from "../../../ui/form/button.tsx";
import { CircleAlert } from "../../../ui/icons.tsx";
import { HiddenText } from "../../forms/hidden-text.tsx";

type ChartGridProps = {
  name: string;
  label: string;
  /** The grid as one text, as it is sent. */
  defaultValue: string;
  /** What is wrong with the form, by field. */
  errors: Record<string, string[] | undefined>;
};

const CELL = "input py-1.5 md:min-w-24";

/** Sizes down, measures across. What is left blank as a whole is not stored. */
export function ChartGrid({ name, label, defaultValue, errors }: ChartGridProps) {
  const [text, setText] = useState(defaultValue);
  const { measures, rows } = gridIn(text);
  const setGrid = (grid: Grid) => setText(gridText(grid));
  const table = useRef<HTMLTableElement>(null);
  const takeTyped = useEffectEvent(() => {
    if (table.current) setGrid(gridOf(table.current, measures.length));
  });
  // What was typed before scripts arrived.
  useEffect(() => takeTyped(), []);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <HiddenText
        name={name}
        text={text}
        onText={setText}
        onFocus={() => table.current?.querySelector("input")?.focus()}
      />
      <p className="text-sm text-ink-2">
        Type inches, such as 35, 35-37 or 21 1/4. Shoppers see centimeters as well. Leave unknown measurements
        blank.
      </p>
      <div className="overflow-x-auto">
        <table ref={table} className="chart-grid">
          <thead>
            <tr>
              <th scope="col">Size</th>
              {measures.map((measure, at) => (
                <MeasureHead
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                  key={at}
                  {...{ at, measure }}
                  isWrong={errors.measures !== undefined}
                  onChange={(change) =>
                    setGrid({ rows, measures: measures.with(at, { ...measure, ...change }) })
                  }
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <SizeLine
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
                key={at}
                {...{ at, row, measures, errors }}
                onChange={(change) => setGrid({ measures, rows: rows.with(at, { ...row, ...change }) })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <GridErrors errors={errors} />
      <GrowButtons grid={{ measures, rows }} onGrow={setGrid} />
    </fieldset>
  );
}

function GridErrors({ errors }: Pick<ChartGridProps, "errors">) {
  const wrong = Object.keys(errors).flatMap((at) =>
    /^(measures|rows|cell:)/.test(at) ? (errors[at] ?? []) : [],
  );
  return (
    <>
      {[...new Set(wrong)].map((message) => (
        <p key={message} className="flex items-center gap-1.5 text-sm font-medium text-err">
          <CircleAlert className="size-4 flex-none" />
          {message}
        </p>
      ))}
    </>
  );
}

type GrowButtonsProps = { grid: Grid; onGrow: (grid: Grid) => void };

function GrowButtons({ grid: { measures, rows }, onGrow }: GrowButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="secondary"
        disabled={rows.length >= SIZE_ROWS_MAX}
        onClick={() => onGrow({ measures, rows: [...rows, { size: "", values: measures.map(() => "") }] })}
      >
        Add size
      </Button>
      <Button
        look="secondary"
        disabled={measures.length >= MEASURES_MAX}
        onClick={() => onGrow({ rows, measures: [...measures, { name: "", isInches: true }] })}
      >
        Add measurement
      </Button>
    </div>
  );
}

type MeasureHeadProps = {
  at: number;
  measure: Measure;
  isWrong: boolean;
  onChange: (change: Partial<Measure>) => void;
};

function MeasureHead({ at, measure, isWrong, onChange }: MeasureHeadProps) {
  return (
    <th scope="col">
      <input
        aria-label={`Measurement ${at + 1}`}
        placeholder={at === 0 ? "Chest" : "Waist"}
        className={CELL}
        maxLength={24}
        value={measure.name}
        aria-invalid={isWrong ? true : undefined}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <select
        aria-label={`Unit of measurement ${at + 1}`}
        className={`${CELL} md:mt-1.5 md:min-w-32`}
        value={measure.isInches ? "in" : "text"}
        onChange={(event) => onChange({ isInches: event.currentTarget.value === "in" })}
      >
        <option value="in">Inches</option>
        <option value="text">As typed</option>
      </select>
    </th>
  );
}

type SizeLineProps = Pick<ChartGridProps, "errors"> & {
  at: number;
  row: SizeRow;
  measures: Measure[];
  onChange: (change: Partial<SizeRow>) => void;
};

function SizeLine({ at, row, measures, errors, onChange }: SizeLineProps) {
  return (
    <tr>
      <th scope="row" data-label="Size">
        <input
          aria-label={`Size ${at + 1}`}
          className={CELL}
          maxLength={24}
          value={row.size}
          aria-invalid={errors.rows ? true : undefined}
          onChange={(event) => onChange({ size: event.currentTarget.value })}
        />
      </th>
      {measures.map((measure, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
        <td key={column} data-label={measure.name || `Measurement ${column + 1}`}>
          <input
            aria-label={`${measure.name || `Measurement ${column + 1}`} of ${row.size || `size ${at + 1}`}`}
            className={CELL}
            maxLength={24}
            value={row.values[column] ?? ""}
            aria-invalid={errors[`cell:${at}:${column}`] ? true : undefined}
            onChange={(event) => onChange({ values: row.values.with(column, event.currentTarget.value) })}
          />
        </td>
      ))}
    </tr>
  );
}

/** What stands in the fields of the table: a name and a unit for each measure, then a size and its values for each row. */
function gridOf(table: HTMLTableElement, count: number): Grid {
  const texts = [...table.querySelectorAll<HTMLInputElement>("input, select")].map(({ value }) => value);
  const heads = texts.splice(0, 2 * count);
  const measures = Array.from({ length: count }, (_, at) => ({
    name: heads[2 * at] ?? "",
    isInches: heads[2 * at + 1] === "in",
  }));
  const rows: SizeRow[] = [];
  while (texts.length > 0) {
    const [size = "", ...values] = texts.splice(0, count + 1);
    rows.push({ size, values });
  }
  return { measures, rows };
}
