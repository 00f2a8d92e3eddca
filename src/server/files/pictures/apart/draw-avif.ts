import { constants } from "node:os";
import type { AvifFile } from "./avif-process.ts";
import { drawApart } from "./draw-apart.ts";

/** With the lowest priority on a machine that is never idle a picture of a second takes minutes. */
export const DRAWING_MS_MAX = 10 * 60_000;

const file = new URL("./avif-process.ts", import.meta.url);

/**
 * Draws a stored WebP picture as AVIF at every width but the largest, in a separate process that gets only
 * idle CPU time unless another priority is given. Rejects when the picture can't be drawn, when it takes too long, and at
 * once when `signal` aborts.
 */
export function drawAvif(
  webp: Uint8Array,
  signal: AbortSignal,
  priority: number = constants.priority.PRIORITY_LOW,
): Promise<AvifFile[]> {
  return drawApart(webp, { file, msMax: DRAWING_MS_MAX, signal, priority });
}
