// The form of a size chart: a grid of sizes and measures, and what the chart is for. What is blank as a whole, a row or a
// column, is left out; a gap inside of the grid is allowed.
import { sizeKey } from "../product/size.ts";
import type { FieldErrors } from "../text/fields.ts";
import { oneLine } from "../text/one-line.ts";
import { isUuid } from "../text/uuid.ts";
import { parseInches, writeInches } from "./inches.ts";
import type { Measure, SizeChart, SizeRow } from "./size-chart.ts";

export type SizeChartForm = {
  name: string;
  caption: string;
  advice: string;
  /** Of its picture. */
  alt: string;
  measures: Measure[];
  rows: SizeRow[];
  categories: string[];
  types: string[];
  productIds: string[];
};

type TextField =
  | "name"
  | "caption"
  | "advice"
  | "alt"
  | "types"
  | "productIds"
  | "picture"
  | "measures"
  | "rows";
/** `cell:` row and column, from 0. */
export type SizeChartField = TextField | `cell:${number}:${number}`;
export type SizeChartErrors = FieldErrors<SizeChartField>;

export type SizeChartValues = SizeChartForm;

export const MEASURES_MAX = 6;
export const SIZE_ROWS_MAX = 30;
const CELL_LENGTH_MAX = 24;
const PRODUCTS_MAX = 500;
export const chartTextMax = { name: 60, caption: 100, advice: 500, alt: 250 } as const;

export const emptyChartForm: SizeChartForm = {
  name: "",
  caption: "",
  advice: "",
  alt: "",
  measures: [
    { name: "", isInches: true },
    { name: "", isInches: true },
  ],
  rows: ["S", "M", "L", "XL"].map((size) => ({ size, values: ["", ""] })),
  categories: [],
  types: [],
  productIds: [],
};

export function sizeChartFormOf(chart: SizeChart): SizeChartForm {
  const { name, caption, advice, picture, measures, rows, categories, types, productIds } = chart;
  return {
    ...{ name, caption, advice, measures, rows, categories, types, productIds },
    alt: picture?.alt ?? "",
  };
}

/** What a browser sends → a form; anything odd is blank. Cells come row by row. */
export function readSizeChartForm(sent: FormData): SizeChartForm {
  const all = (name: string) => sent.getAll(name).filter((value) => typeof value === "string");
  const text = (name: string) => all(name)[0] ?? "";
  const units = all("unit");
  const measures = all("measure")
    .slice(0, MEASURES_MAX + 1)
    .map((name, at) => ({ name, isInches: units[at] !== "text" }));
  const cells = all("cell");
  const rows = all("size")
    .slice(0, SIZE_ROWS_MAX + 1)
    .map((size, row) => ({
      size,
      values: measures.map((_, at) => cells[row * measures.length + at] ?? ""),
    }));
  return {
    ...{ name: text("name"), caption: text("caption"), advice: text("advice"), alt: text("alt") },
    ...{ measures, rows, categories: all("categories"), types: all("types"), productIds: all("productIds") },
  };
}

type Parsed = { ok: true; value: SizeChartValues } | { ok: false; errors: SizeChartErrors };

/** A form → what to store, or one sentence for each field that can't be stored. */
export function parseSizeChart(form: SizeChartForm, { hasPicture }: { hasPicture: boolean }): Parsed {
  const errors: SizeChartErrors = {};
  const say = (field: SizeChartField, isWrong: boolean, message: string) => {
    if (isWrong) errors[field] ??= message;
  };
  const texts = Object.fromEntries(
    Object.entries(chartTextMax).map(([name, most]) => {
      const text = oneLine(form[name as keyof typeof chartTextMax]);
      say(name as keyof typeof chartTextMax, [...text].length > most, `Use at most ${most} characters`);
      return [name, text];
    }),
  ) as Record<keyof typeof chartTextMax, string>;
  say("name", texts.name === "", "Enter a name, such as Shirts");
  say("alt", hasPicture && texts.alt === "", "Describe the picture for shoppers who can't see it");
  const grid = parseGrid(form, say);
  const types = [...new Set(form.types.map((type) => oneLine(type)).filter(Boolean))];
  say(
    "types",
    types.some((type) => [...type].length > 40),
    "A type has at most 40 characters",
  );
  const productIds = [...new Set(form.productIds.filter(isUuid))];
  say(
    "productIds",
    productIds.length > PRODUCTS_MAX,
    `Choose at most ${PRODUCTS_MAX} products, or a category`,
  );
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const categories = [...new Set(form.categories)];
  return { ok: true, value: { ...texts, ...grid, categories, types, productIds } };
}

type Say = (field: SizeChartField, isWrong: boolean, message: string) => void;

function parseGrid({ measures: columns, rows: lines }: SizeChartForm, say: Say) {
  const isBlankLine = ({ size, values }: SizeRow) =>
    oneLine(size) === "" && values.every((text) => oneLine(text) === "");
  const isBlankColumn = ({ name }: Measure, at: number) =>
    oneLine(name) === "" && lines.every(({ values }) => oneLine(values[at]) === "");
  const kept = columns.map((_, at) => at).filter((at) => !isBlankColumn(columns[at] as Measure, at));
  const measures = kept.map((at) => ({ ...(columns[at] as Measure), name: oneLine(columns[at]?.name) }));
  say("measures", measures.length === 0, "Name at least one measure, such as Chest");
  say("measures", measures.length > MEASURES_MAX, `A chart has at most ${MEASURES_MAX} measures`);
  say(
    "measures",
    measures.some(({ name }) => name === ""),
    "Each column needs the name of its measure",
  );
  say(
    "measures",
    measures.some(({ name }) => [...name].length > CELL_LENGTH_MAX),
    tooLong,
  );
  const names = measures.map(({ name }) => name.toLowerCase());
  say("measures", new Set(names).size < names.length, "Two columns have the same name");
  const rows: SizeRow[] = [];
  for (const [at, line] of lines.entries()) {
    if (isBlankLine(line)) continue;
    const size = oneLine(line.size);
    say("rows", size === "", `Row ${at + 1} has measures and no size`);
    say("rows", [...size].length > CELL_LENGTH_MAX, tooLong);
    say(
      "rows",
      rows.some((row) => sizeKey(row.size) === sizeKey(size)),
      `${size} is there twice`,
    );
    const values = kept.map((column) => {
      const text = oneLine(line.values[column]);
      if (text === "" || !columns[column]?.isInches) {
        say(`cell:${at}:${column}`, [...text].length > CELL_LENGTH_MAX, tooLong);
        return text;
      }
      const inches = parseInches(text);
      say(`cell:${at}:${column}`, inches === null, "Type inches, such as 35, 35-37 or 21 1/4");
      return inches ? writeInches(inches) : text;
    });
    rows.push({ size, values });
  }
  say("rows", rows.length === 0, "Add at least one size");
  say("rows", rows.length > SIZE_ROWS_MAX, `A chart has at most ${SIZE_ROWS_MAX} sizes`);
  return { measures, rows };
}

const tooLong = `Use at most ${CELL_LENGTH_MAX} characters`;
