import { EMAIL_LOGO } from "#domain/brand/icons.ts";
import { contrastOf } from "#domain/brand/oklch.ts";
import type { BrandColors } from "#domain/brand/palette.ts";
import { sharp } from "../../../files/pictures/decoders.ts";

/** A logo that is ready to be drawn, on a background on which it can be seen. */
export type Logo = {
  /** PNG as data URLs: for large pictures, and for the favicon. */
  large: string;
  small: string;
  width: number;
  height: number;
  background: string;
};

const LARGE_PX = 640;
const SMALL_PX = 128;
/** Of what its color is the mean. */
const SAMPLE_PX = 64;
/** What is almost transparent. */
const ALPHA_MIN = 8;

/** Without the empty margin around it. Throws when it can't be read, and when nothing of it can be seen. */
export async function readLogo(webp: Uint8Array, colors: BrandColors): Promise<Logo> {
  const seen = await lookAt(webp);
  if (!seen) throw new Error("nothing of the logo can be seen");
  const { data, info } = await sharp(webp, { failOn: "error" })
    .trim()
    .png()
    .toBuffer({ resolveWithObject: true });
  const inside = (px: number) =>
    sharp(data).resize({ width: px, height: px, fit: "inside", withoutEnlargement: true });
  const dataUrl = async (px: number) =>
    `data:image/png;base64,${(await inside(px).png({ palette: true }).toBuffer()).toString("base64")}`;
  const { paper, brand } = colors;
  const reads = (ground: string) => contrastOf(seen.color, ground);
  return {
    large: await dataUrl(LARGE_PX),
    small: await dataUrl(SMALL_PX),
    width: info.width,
    height: info.height,
    background: seen.ground ?? (reads(paper) >= reads(brand) ? paper : brand),
  };
}

/** For emails (EMAIL_LOGO), as high as the others, so that its shape stays where a client sets the height alone. */
export async function drawEmailLogo(webp: Uint8Array): Promise<Uint8Array> {
  const { widthPx: width, heightPx } = EMAIL_LOGO;
  const { data, info } = await sharp(webp, { failOn: "error" })
    .trim()
    .resize({ width, height: heightPx, fit: "inside" })
    .png()
    .toBuffer({ resolveWithObject: true });
  const top = Math.floor((heightPx - info.height) / 2);
  const bottom = heightPx - info.height - top;
  return sharp(data).extend({ top, bottom, background: "#00000000" }).png({ palette: true }).toBuffer();
}

/** Its mean color, and its own background if it has one: the color of its first corner. Null: it is transparent. */
async function lookAt(webp: Uint8Array): Promise<{ color: string; ground: string | null } | null> {
  const { data } = await sharp(webp, { failOn: "error" })
    .resize({ width: SAMPLE_PX, height: SAMPLE_PX, fit: "inside" })
    .ensureAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sum = [0, 0, 0];
  let [weight, isOpaque] = [0, true];
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha < 255) isOpaque = false;
    if (alpha < ALPHA_MIN) continue;
    weight += alpha;
    for (const channel of [0, 1, 2]) sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0) * alpha;
  }
  if (weight === 0) return null;
  const color = hexOf(sum.map((each) => each / weight));
  return { color, ground: isOpaque ? hexOf([...data.subarray(0, 3)]) : null };
}

function hexOf(channels: number[]): string {
  return `#${channels.map((each) => Math.round(each).toString(16).padStart(2, "0")).join("")}`;
}
