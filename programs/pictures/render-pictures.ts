/**
 * Renders the pictures of the sample catalog into `sample/pictures`, one after the other:
 *
 *     node programs/pictures/render-pictures.ts            all of them
 *     node programs/pictures/render-pictures.ts night-putt every picture whose name contains this
 *
 * The rendered files are part of the repository, so a shop starts without this program. It is run again when
 * a drawing changes.
 */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { PICTURE } from "./drawing/svg.ts";
import { frame, type View } from "./picture.ts";
import { type SamplePicture, samplePictures } from "./sample-pictures.ts";

const WIDTH_PX = 1600;
const HEIGHT_PX = 2000;
/** Tried in turn until the file is small enough; only the busiest knit needs the second. */
const JPEG_QUALITIES = [82, 77, 72] as const;
const FILE_BYTES_TARGET = 350_000;
/** At this density one unit of the SVG is one pixel; the light filters are tuned to it. */
const SVG_DENSITY = 72;
/** Close-ups are drawn a little larger and trimmed, so that no blur sees the edge of the picture. */
const CLOSE_UP_MARGIN_PX = 80;

function widened({ x, y, width }: View, marginPx: number): View {
  const sides = (marginPx * width) / WIDTH_PX;
  return { x: x - sides, y: y - sides * (HEIGHT_PX / WIDTH_PX), width: width + 2 * sides };
}

async function renderPicture(name: string, { draw, view }: SamplePicture): Promise<number> {
  const margin = view.width < PICTURE.width / 1.5 ? CLOSE_UP_MARGIN_PX : 0;
  const svg = frame(draw(), widened(view, margin), WIDTH_PX + 2 * margin);
  const file = fileURLToPath(new URL(`../../sample/pictures/${name}.jpg`, import.meta.url));
  const top = (margin * HEIGHT_PX) / WIDTH_PX;
  const picture = sharp(Buffer.from(svg), { density: SVG_DENSITY })
    .extract({ left: margin, top, width: WIDTH_PX, height: HEIGHT_PX })
    .flatten({ background: "#fff" });
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  let jpeg: Buffer = Buffer.alloc(0);
  for (const quality of JPEG_QUALITIES) {
    jpeg = await sharp(data, { raw }).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length <= FILE_BYTES_TARGET) break;
  }
  await writeFile(file, jpeg);
  return jpeg.length;
}

const wanted = process.argv.slice(2);
const names = [...samplePictures.keys()].filter(
  (name) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
if (names.length === 0) {
  console.error(`No picture is called that. There are:\n${[...samplePictures.keys()].join("\n")}`);
  process.exit(1);
}
for (const name of names) {
  const started = performance.now();
  const bytes = await renderPicture(name, samplePictures.get(name)!);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}.jpg  ${Math.round(bytes / 1024)} KB  ${seconds} s`);
}
