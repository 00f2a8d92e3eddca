// The form of a size chart: a grid of sizes and measures, and what the chart is for. What is blank as a whole, a row or a
// column, is left out; a gap inside of the grid is allowed.
import * as z from "zod";
import { choicesField, labeled, switchField, textField } from "../form/form-fields.ts";
import type { FormValues } from "../form/form-saved.ts";
import { sizeKey } from "../product/size.ts";
import { type FieldErrors, parseJson } from "../text/fields.ts";
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

/** A chart as its form shows it. */
export function sizeChartFormOf(chart: SizeChart): FormValues {
  return sizeChartValuesIn({ ...chart, alt: chart.picture?.alt ?? "" });
}

export function sizeChartValuesIn(form: SizeChartForm): FormValues {
  const { name, caption, advice, alt, categories, types, productIds } = form;
  return { name, caption, advice, alt, categories, types, productIds, grid: gridText(form) };
}

export type ChartGrid = Pick<SizeChartForm, "measures" | "rows">;

/** The grid is sent as one text. */
export function gridText({ measures, rows }: ChartGrid): string {
  return JSON.stringify({
    measures: measures.map(({ name, isInches }) => ({ name, isInches })),
    rows: rows.map(({ size, values }) => ({ size, values })),
  });
}

/** A grid from its text; anything odd in it is blank. */
export function gridIn(sent: unknown): ChartGrid {
  const grid = parseJson(sent) as { measures?: unknown; rows?: unknown } | null;
  const listed = (list: unknown, most: number) => (Array.isArray(list) ? list.slice(0, most + 1) : []);
  const textOf = (value: unknown) => (typeof value === "string" ? value : "");
  const measures = listed(grid?.measures, MEASURES_MAX).map((measure) => ({
    name: textOf(measure?.name),
    isInches: measure?.isInches !== false,
  }));
  const rows = listed(grid?.rows, SIZE_ROWS_MAX).map((row) => ({
    size: textOf(row?.size),
    values: measures.map((_, at) => textOf(row?.values?.[at])),
  }));
  return { measures, rows };
}

const gridInWords = (sent: unknown) =>
  gridIn(sent)
    .rows.map(({ size, values }) => `${size}: ${values.join(" | ")}`)
    .join("; ");

const hasText = (label: string) => labeled(label, textField());
/** The fields with what parseSizeChart has against them. */
export const sizeChartForm = z
  .object({
    name: hasText("Name"),
    caption: hasText("Heading of the table"),
    grid: labeled("Measurements", z.preprocess(gridIn, z.custom<ChartGrid>()), gridInWords),
    advice: hasText("How to measure"),
    picture: labeled("Picture", z.unknown().optional()),
    removesPicture: labeled("Remove this picture", switchField()),
    alt: hasText("Picture description"),
    categories: choicesField("Categories"),
    types: choicesField("Types"),
    productIds: choicesField("Products"),
  })
  .superRefine((form, context) => {
    const parsed = parseSizeChart({ ...form, ...form.grid }, { hasPicture: false });
    if (parsed.ok) return;
    for (const [field, message] of Object.entries(parsed.errors))
      context.addIssue({ code: "custom", path: [field], message });
  });

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
  say("measures", measures.length === 0, "Name at least one measurement, such as Chest");
  say("measures", measures.length > MEASURES_MAX, `A chart has at most ${MEASURES_MAX} measurements`);
  say(
    "measures",
    measures.some(({ name }) => name === ""),
    "Name the measurement in each column",
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
    say("rows", size === "", `Row ${at + 1} has measurements but no size`);
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
