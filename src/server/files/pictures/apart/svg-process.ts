// Draws the shop's own SVG. The decoder for it is blocked in the shop's process, where strangers' pictures are read
// (pictures/decoders.ts); this one reads nothing but what the shop has written itself.
import sharp from "sharp";
import { answerOnce } from "./answer-once.ts";
import type { SvgDrawing } from "./draw-svg.ts";

/** Pixels in an inch of an SVG, one for each of its units. */
const UNIT_DPI = 72;

answerOnce("VipsForeignLoadSvgBuffer", async (drawings: SvgDrawing[]) => {
  const files: Uint8Array[] = [];
  for (const drawing of drawings) files.push(await drawn(drawing));
  return files;
});

async function drawn({ svg, widthPx, as }: SvgDrawing): Promise<Uint8Array> {
  const bytes = Buffer.from(svg);
  const { width } = await sharp(bytes).metadata();
  const picture = sharp(bytes, { density: (UNIT_DPI * widthPx) / width }).resize(widthPx);
  if (as === "jpeg")
    return picture.jpeg({ quality: 88, chromaSubsampling: "4:4:4", mozjpeg: true }).toBuffer();
  return picture.png({ compressionLevel: 9, palette: true, colors: 64 }).toBuffer();
}
