import type { OverlayOptions, Region } from "sharp";
import { CARD_PX, IMAGE_WIDTH_MAX, IMAGE_WIDTHS, type JpegKind } from "#domain/product/image.ts";
import { sharp } from "./decoders.ts";
import { boxOf } from "./picture-box.ts";

const JPEG = { quality: 82, mozjpeg: true };
/** JPEG knows no transparency, and price comparisons ask for white. */
const GROUND = "#ffffff";
/** How much of a picture's edge sets the color of the card around it, and how soft the transition is. */
const EDGE_PX = 2;
const EDGE_BLUR = 12;

/**
 * A stored WebP picture as JPEG; takes up to 0.3 s of CPU time. Small and whole keep its shape. On a card it stands whole
 * in the middle, and its edges go on to those of the card: a preview cuts nothing off it. Rejects when the picture can't be
 * read. Nothing of a file's metadata is ever written.
 */
export function drawJpeg(webp: Uint8Array, kind: JpegKind): Promise<Uint8Array> {
  if (kind === "card") return drawCard(webp);
  const width = kind === "small" ? IMAGE_WIDTHS[0] : IMAGE_WIDTH_MAX;
  return onGround(webp).resize(boxOf(width)).jpeg(JPEG).toBuffer();
}

function onGround(webp: Uint8Array) {
  return sharp(webp, { failOn: "error" }).flatten({ background: GROUND });
}

type Raw = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

async function drawCard(webp: Uint8Array): Promise<Uint8Array> {
  const inside = onGround(webp)
    .resize({ ...CARD_PX, fit: "inside" })
    .toColourspace("srgb")
    .raw();
  const picture: Raw = await inside.toBuffer({ resolveWithObject: true });
  const { width, height, channels } = picture.info;
  const left = Math.floor((CARD_PX.width - width) / 2);
  const top = Math.floor((CARD_PX.height - height) / 2);
  const [across, down] = [Math.min(EDGE_PX, width), Math.min(EDGE_PX, height)];
  const [right, bottom] = [left + width, top + height];
  const sides: [edge: Region, part: Partial<Region>][] = [
    [
      { left: 0, top: 0, width: across, height },
      { left: 0, width: left },
    ],
    [
      { left: width - across, top: 0, width: across, height },
      { left: right, width: CARD_PX.width - right },
    ],
    [
      { left: 0, top: 0, width, height: down },
      { top: 0, height: top },
    ],
    [
      { left: 0, top: height - down, width, height: down },
      { top: bottom, height: CARD_PX.height - bottom },
    ],
  ];
  const edges: OverlayOptions[] = [];
  for (const [edge, part] of sides) edges.push(...(await goOn(picture, edge, part)));
  const raw = { width, height, channels };
  return sharp({ create: { ...CARD_PX, channels: 3, background: GROUND } })
    .composite([...edges, { input: picture.data, raw, left, top }])
    .jpeg(JPEG)
    .toBuffer();
}

/** An edge of the picture, drawn out over this part of the card; nothing where the picture reaches the card's edge. */
async function goOn({ data, info }: Raw, edge: Region, part: Partial<Region>): Promise<OverlayOptions[]> {
  const { left, top, width, height } = { left: 0, top: 0, ...CARD_PX, ...part };
  if (width <= 0 || height <= 0) return [];
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const drawn = sharp(data, { raw }).extract(edge).resize({ width, height, fit: "fill" }).blur(EDGE_BLUR);
  return [{ input: await drawn.png().toBuffer(), left, top }];
}
