// Puts a drawn garment into a place: the place, what lies behind, the garment's shadow, the garment, and what lies in
// front are layers of pixels, since a drawing's light filters don't bear being turned.
import sharp, { type OverlayOptions, type Sharp } from "sharp";
import { PICTURE } from "../drawing/svg.ts";
import { type Drawing, frame, type Part, WHOLE_VIEW } from "../picture.ts";
import { PROP_DEFINITIONS } from "./props.ts";
import type { Backdrop } from "./surfaces.ts";

/** At this density one unit of an SVG is one pixel; the light filters are tuned to it. */
export const SVG_DENSITY = 72;

export type Worn = {
  drawing: Drawing;
  /** Where the middle of its drawing board comes, how large it is drawn, and by how much it is turned. */
  center: readonly [x: number, y: number];
  scale: number;
  degrees?: number;
  /** Of a garment that stands: its own shadows. Of one that hangs or lies: its outline, so far away. */
  shadow: "own" | { dx: number; dy: number; blur: number; opacity: number };
  /** What is left of it when it is folded: a path on its drawing board. */
  folded?: string;
};

export type Scene = { place: Backdrop; behind?: string; garments: readonly Worn[]; inFront?: string };

type Layer = OverlayOptions;

/** The place is drawn a little larger and trimmed, so that no blur sees the edge of the picture. */
const TRIMMED = 1.06;

/** The scene as pixels, `width` wide. */
export async function renderScene(scene: Scene, width: number): Promise<Sharp> {
  const height = (width * PICTURE.height) / PICTURE.width;
  const large = Math.round(width * TRIMMED);
  const edge = Math.round((large - width) / 2);
  const behind = scene.place.shapes + (scene.behind ?? "");
  const svg = board(`${scene.place.definitions}${PROP_DEFINITIONS}`, behind, large);
  const backdrop = await sharp(Buffer.from(svg), { density: SVG_DENSITY })
    .flatten({ background: "#fff" })
    .extract({ left: edge, top: Math.round(edge * (height / width)), width, height })
    .png()
    .toBuffer();
  const layers: Layer[] = [];
  for (const worn of scene.garments) layers.push(...(await layersOf(worn, width)));
  if (scene.inFront) layers.push({ input: Buffer.from(board(PROP_DEFINITIONS, scene.inFront, width)) });
  const { data, info } = await sharp(backdrop)
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

const board = (definitions: string, shapes: string, width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE.width} ${PICTURE.height}" width="${width}" height="${(width * PICTURE.height) / PICTURE.width}"><defs>${definitions}</defs>${shapes}</svg>`;

async function layersOf(worn: Worn, width: number): Promise<Layer[]> {
  const shapes = await cutOut(worn, width, "shapes");
  const shadows =
    worn.shadow === "own" ? await cutOut(worn, width, "shadows") : await shadowOf(shapes, worn.shadow, width);
  return [await onBoard(shadows, worn, width), await onBoard(shapes, worn, width)];
}

/** A part of the drawing with nothing around it, at the size it has in the scene. */
async function cutOut({ drawing, scale, folded }: Worn, width: number, part: Part): Promise<Buffer> {
  const own = Math.round(width * scale);
  const svg = frame(drawing, WHOLE_VIEW, own, part);
  const whole = await sharp(Buffer.from(svg), { density: SVG_DENSITY }).ensureAlpha().png().toBuffer();
  if (!folded || part !== "shapes") return whole;
  const mask = board("", `<path d="${folded}" fill="#fff"/>`, own);
  const edges = board(
    `<clipPath id="fold"><path d="${folded}"/></clipPath><filter id="round" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="16"/></filter>`,
    `<g clip-path="url(#fold)"><path d="${folded}" fill="none" stroke="#120d08" stroke-opacity=".4" stroke-width="30" filter="url(#round)"/></g>`,
    own,
  );
  return sharp(whole)
    .composite([
      { input: Buffer.from(mask), blend: "dest-in" },
      { input: Buffer.from(edges), blend: "atop" },
    ])
    .png()
    .toBuffer();
}

type Cast = Exclude<Worn["shadow"], "own">;

/** The garment's outline as a soft dark shape, moved away from the light. */
async function shadowOf(shapes: Buffer, { dx, dy, blur, opacity }: Cast, width: number): Promise<Buffer> {
  const unit = width / PICTURE.width;
  const { width: w = 1, height: h = 1 } = await sharp(shapes).metadata();
  const alpha = (sigma: number) =>
    sharp(shapes)
      .extractChannel(3)
      .blur(sigma * unit)
      .linear(opacity, 0)
      .raw()
      .toBuffer();
  const dark = { create: { width: w, height: h, channels: 3 as const, background: "#120c06" } };
  const layer = async (sigma: number, share: number): Promise<Layer> => ({
    input: await sharp(dark)
      .joinChannel(await alpha(sigma), { raw: { width: w, height: h, channels: 1 } })
      .png()
      .toBuffer(),
    left: Math.round(dx * share * unit),
    top: Math.round(dy * share * unit),
  });
  const empty = { create: { width: w, height: h, channels: 4 as const, background: "#0000" } };
  return sharp(empty)
    .composite([await layer(blur, 1), await layer(blur / 4, 0.3)].map((shadow) => ({ ...shadow })))
    .png()
    .toBuffer();
}

/** Turns the layer about its middle and cuts it to the picture. */
async function onBoard(input: Buffer, { center, degrees = 0 }: Worn, width: number): Promise<Layer> {
  const height = Math.round((width * PICTURE.height) / PICTURE.width);
  const unit = width / PICTURE.width;
  const { data, info } = await sharp(input)
    .rotate(degrees, { background: "#0000" })
    .png()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round(center[0] * unit - info.width / 2);
  const top = Math.round(center[1] * unit - info.height / 2);
  const seen = {
    left: Math.max(0, -left),
    top: Math.max(0, -top),
    width: Math.min(info.width, width - left) - Math.max(0, -left),
    height: Math.min(info.height, height - top) - Math.max(0, -top),
  };
  return {
    input: await sharp(data).extract(seen).png().toBuffer(),
    left: Math.max(0, left),
    top: Math.max(0, top),
  };
}
