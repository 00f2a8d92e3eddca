// Here, each color of a design is a product with its own pictures, and its variants are sizes. Other shops keep the colors
// of a design as one of several options of one product: such a product becomes one per color, linked by its design.
import { plainColorsOf } from "../color.ts";
import { OPTIONS_MAX } from "../options/option-names.ts";
import { cell, type FileRow } from "./file-rows.ts";
import { isDefault, type OptionColumns, optionColumns, variantsOf } from "./read-options.ts";

/**
 * The rows of a product that comes of a file. `color`: null unless the product is one of several colors. `handle`: of its page
 * in the other shop, which the first color inherits.
 */
export type ColorPart = { rows: FileRow[]; color: string | null; columns: OptionColumns; handle: string };

/** A product of more colors than this has no colors, but something else that is called so. */
const COLORS_MAX = 100;

/** A product that has no other option keeps its colors as variants, as long as they fit. */
export function colorParts(rows: FileRow[]): ColorPart[] {
  const variants = variantsOf(rows);
  const handle = cell(rows[0], "handle");
  const whole = [{ rows, color: null, columns: optionColumns, handle }];
  const colors = optionColumns.find((columns) => isColor(variants, columns));
  if (!colors) return whole;
  const columns = optionColumns.filter((each) => each !== colors);
  const hasOthers = columns.some(([, value]) => new Set(variants.map((row) => cell(row, value))).size > 1);
  const byColor = Map.groupBy(variants, (row) => cell(row, colors[1]).toLowerCase());
  const ofColors = [...byColor.values()];
  if (ofColors.length < 2 || ofColors.length > COLORS_MAX) return whole;
  if (!hasOthers && variants.length <= OPTIONS_MAX) return whole;
  return ofColors.map((own, at) => {
    const color = cell(own[0], colors[1]);
    const pictures = own.map((row) => ownPicture(row)).filter((row) => cell(row, "image") !== "");
    const others = at === 0 ? sharedPictures(rows, variants) : [];
    return {
      rows: [...own.map(withoutPicture), ...pictures, ...others],
      color,
      columns,
      handle: at === 0 ? handle : "",
    };
  });
}

function isColor(variants: FileRow[], [name, value]: OptionColumns[number]): boolean {
  const values = variants.map((row) => cell(row, value));
  if (values.some(isDefault)) return false;
  const named = variants.map((row) => cell(row, name)).find(Boolean) ?? "";
  return /colou?r/i.test(named) || values.every((each) => plainColorsOf(each).length > 0);
}

/** The picture of a variant shows its color. */
function ownPicture({ line, cells }: FileRow): FileRow {
  return { line, cells: { image: cells.variantImage ?? "" } };
}

const noPicture = { image: "", imageAlt: "", imagePosition: "" };

function withoutPicture(row: FileRow): FileRow {
  return { ...row, cells: { ...row.cells, ...(row.cells.image !== undefined && noPicture) } };
}

/** Pictures of the product, and of no one color. A row has any of them, whatever else it says. */
function sharedPictures(rows: FileRow[], variants: FileRow[]): FileRow[] {
  const ofColors = new Set(variants.map((row) => cell(row, "variantImage")).filter(Boolean));
  return rows
    .filter((row) => cell(row, "image") !== "" && !ofColors.has(cell(row, "image")))
    .map(({ line, cells }) => {
      const { image = "", imageAlt = "", imagePosition = "" } = cells;
      return { line, cells: { image, imageAlt, imagePosition } };
    });
}
