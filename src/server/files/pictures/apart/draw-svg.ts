import { drawApart } from "./draw-apart.ts";

/** `svg`: written by the shop, never a file of somebody else. */
export type SvgDrawing = { svg: string; widthPx: number; as: "png" | "jpeg" };

const DRAWING_MS_MAX = 30_000;

const file = new URL("./svg-process.ts", import.meta.url);

/** Draws all of them, in a separate process. Rejects when one can't be drawn. */
export function drawSvg(drawings: SvgDrawing[]): Promise<Uint8Array[]> {
  return drawApart(drawings, { file, msMax: DRAWING_MS_MAX });
}
