import type { Enlargement } from "./drawing/fabric.ts";
import { type Ground, groundDefinitions, groundSheet } from "./drawing/ground.ts";
import { PICTURE } from "./drawing/svg.ts";

/** Part of the drawing board to show: its left top corner and its width; the height follows (4:5). */
export type View = { x: number; y: number; width: number };

/** From this enlargement on cloth fills the picture. */
const CLOSE_UP = 2;

export const WHOLE_VIEW: View = { x: 0, y: 0, width: PICTURE.width };

/** A drawing before it is framed. Definitions may depend on the enlargement, the shapes do not. */
export type Drawing = {
  ground: Ground;
  definitions: (enlargement: Enlargement) => string;
  /** What it throws on its ground. */
  shadows: string;
  shapes: string;
};

/** What of a drawing is framed: all of it, or a layer without its ground. */
export type Part = "all" | "shadows" | "shapes";

/** The drawing seen through the view, as an SVG of `width` pixels. */
export function frame(
  { ground, definitions, shadows, shapes }: Drawing,
  view: View,
  width: number,
  part: Part = "all",
): string {
  const height = (width * PICTURE.height) / PICTURE.width;
  const viewHeight = (view.width * PICTURE.height) / PICTURE.width;
  const enlargement = width / view.width;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.x} ${view.y} ${view.width} ${viewHeight}" width="${width}" height="${height}"><defs>${groundDefinitions(ground)}${definitions(enlargement)}</defs>${part === "all" ? groundSheet(enlargement < CLOSE_UP) : ""}${part === "shapes" ? "" : shadows}${part === "shadows" ? "" : shapes}</svg>`;
}
