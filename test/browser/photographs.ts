// Pictures as an owner has them, made of noise and shapes: of several ratios, see-through, and as heavy as a camera's.
import sharp, { type OverlayOptions } from "sharp";
import type { PictureFile } from "./product-form.ts";

type Motif = keyof typeof motifs;

type Photograph = { name: string; motif: Motif; width: number; height: number; backdrop: string };

/** Drawn in a square of 100 around the middle of the picture. */
const motifs = {
  bag: '<path d="M30 40V30a20 20 0 0 1 40 0v10" fill="none" stroke="#3d1c10" stroke-width="5"/><rect x="18" y="40" width="64" height="46" rx="6" fill="#8a4a2a"/><rect x="18" y="52" width="64" height="4" fill="#3d1c10"/>',
  belt: '<circle cx="50" cy="50" r="34" fill="none" stroke="#5a2d18" stroke-width="12"/><rect x="40" y="8" width="20" height="18" rx="3" fill="none" stroke="#c9a227" stroke-width="4"/>',
  cap: '<path d="M20 58a30 30 0 0 1 60 0z" fill="#1f6f78"/><path d="M62 58h32q-6 10-32 8z" fill="#17525a"/><circle cx="50" cy="28" r="3" fill="#17525a"/>',
  dunes:
    '<path d="M-60 70Q10 30 60 62T170 50V130H-60z" fill="#c98b5a"/><path d="M-60 86Q30 58 90 84T170 76V130H-60z" fill="#8a4a2a"/><circle cx="78" cy="26" r="11" fill="#f3c26b"/>',
} as const;

const MOTIF_PART = 0.8;

/** On noise: it can't be compressed, so a large one has the weight of a camera's. */
export async function photograph({ name, ...picture }: Photograph): Promise<PictureFile> {
  const { width, height, backdrop } = picture;
  const noise = { type: "gaussian", mean: 128, sigma: 40 };
  const grain = sharp({ create: { width, height, channels: 3, noise } } as Parameters<typeof sharp>[1]);
  const layers: OverlayOptions[] = [
    { input: { create: { width, height, channels: 4, background: `${backdrop}b0` } } },
    { input: drawn(picture) },
  ];
  const buffer = await sharp(await grain.png({ compressionLevel: 0 }).toBuffer())
    .composite(layers)
    .jpeg({ quality: 100, chromaSubsampling: "4:4:4" })
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

/** The motif alone. */
export async function cutOut({ name, motif, size }: { name: string; motif: Motif; size: number }) {
  const buffer = await sharp(drawn({ motif, width: size, height: size }))
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}

function drawn({ motif, width, height }: Pick<Photograph, "motif" | "width" | "height">): Buffer {
  // The shop refuses drawings for the whole process, and another test of this one may have loaded it.
  sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
  const side = Math.min(width, height) * MOTIF_PART;
  const [x, y] = [(width - side) / 2, (height - side) / 2];
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="translate(${x} ${y}) scale(${side / 100})">${motifs[motif]}</g></svg>`,
  );
}
