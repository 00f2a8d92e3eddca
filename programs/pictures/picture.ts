import type { Enlargement } from "./drawing/fabric.ts";
import { type Ground, groundDefinitions, groundSheet } from "./drawing/ground.ts";
import { PICTURE } from "./drawing/svg.ts";

/** Part of the drawing board to show: its left top corner and its width; the height follows (4:5). */
export type View = { x: number; y: number; width: number };

export const WHOLE_VIEW: View = { x: 0, y: 0, width: PICTURE.width };

/** A drawing before it is framed. Definitions may depend on the enlargement, the shapes do not. */
export type Drawing = { ground: Ground; definitions: (enlargement: Enlargement) => string; shapes: string };

/** The drawing seen through the view, as an SVG of `width` pixels. */
export function frame({ ground, definitions, shapes }: Drawing, view: View, width: number): string {
  const height = (width * PICTURE.height) / PICTURE.width;
  const viewHeight = (view.width * PICTURE.height) / PICTURE.width;
  const enlargement = width / view.width;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.x} ${view.y} ${view.width} ${viewHeight}" width="${width}" height="${height}"><defs>${groundDefinitions(ground)}${definitions(enlargement)}</defs>${groundSheet()}${shapes}</svg>`;
}
