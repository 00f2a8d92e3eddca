/**
 * Renders the pictures of the sample catalog into `build/sample-pictures`, and the scenes of the shop's own pages next to
 * these pages, one after the other. `node scripts/sample-pictures.ts build/sample-pictures` then makes what is committed:
 *
 *     node programs/pictures/render-pictures.ts            all of them
 *     node programs/pictures/render-pictures.ts night-putt every picture whose name contains this, or that is called so
 *
 * A shop starts without this program. It is run again when a drawing changes.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp, { type Sharp } from "sharp";
import { PICTURE } from "./drawing/svg.ts";
import { frame, type View } from "./picture.ts";
import { type SamplePicture, samplePictures } from "./sample-pictures.ts";
import { renderScene, SVG_DENSITY } from "./scenes/compose.ts";
import { type PageScene, pageScenes } from "./scenes/page-scenes.ts";

const RENDERED = new URL("../../build/sample-pictures/", import.meta.url);
const WIDTH_PX = 1600;
const HEIGHT_PX = 2000;
/** Tried in turn until the file is small enough; only the busiest knit needs the second. */
const JPEG_QUALITIES = [82, 77, 72] as const;
const FILE_BYTES_TARGET = 350_000;
/** Most of a scene is out of focus, and drawing costs seconds for each layer: it is drawn smaller and enlarged. */
const SCENE_PX = 1200;
/** Scenes stand behind something else, so they may be light. */
const SCENE_AVIF = { quality: 56, effort: 6, chromaSubsampling: "4:2:0", bitdepth: 10 } as const;
const SCENE_WEBP = { quality: 74, effort: 6 };
/** Close-ups are drawn a little larger and trimmed, so that no blur sees the edge of the picture. */
const CLOSE_UP_MARGIN_PX = 80;

function widened({ x, y, width }: View, marginPx: number): View {
  const sides = (marginPx * width) / WIDTH_PX;
  return { x: x - sides, y: y - sides * (HEIGHT_PX / WIDTH_PX), width: width + 2 * sides };
}

/** The drawing, framed and trimmed. */
function renderDrawing({ draw, view }: Extract<SamplePicture, { view: View }>): Sharp {
  const margin = view.width < PICTURE.width / 1.5 ? CLOSE_UP_MARGIN_PX : 0;
  const svg = frame(draw(), widened(view, margin), WIDTH_PX + 2 * margin);
  const top = (margin * HEIGHT_PX) / WIDTH_PX;
  return sharp(Buffer.from(svg), { density: SVG_DENSITY })
    .extract({ left: margin, top, width: WIDTH_PX, height: HEIGHT_PX })
    .flatten({ background: "#fff" });
}

async function renderPicture(name: string, picture: SamplePicture): Promise<number> {
  await mkdir(RENDERED, { recursive: true });
  const drawn =
    "scene" in picture
      ? (await renderScene(picture.scene(), SCENE_PX)).resize(WIDTH_PX).sharpen({ sigma: 0.7 })
      : renderDrawing(picture);
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  let jpeg: Buffer = Buffer.alloc(0);
  for (const quality of JPEG_QUALITIES) {
    jpeg = await sharp(data, { raw }).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length <= FILE_BYTES_TARGET) break;
  }
  await writeFile(new URL(`${name}.jpg`, RENDERED), jpeg);
  return jpeg.length;
}

/** A scene of the shop's own pages, at each width as AVIF and as WebP. */
async function renderPageScene(
  name: string,
  { scene, folder, top, height, widths }: PageScene,
): Promise<void> {
  const drawn = await renderScene(scene(), SCENE_PX);
  const unit = SCENE_PX / PICTURE.width;
  const { data, info } = await drawn
    .extract({ left: 0, top: Math.round(top * unit), width: SCENE_PX, height: Math.round(height * unit) })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const width of widths) {
    const at = (format: string) =>
      fileURLToPath(
        new URL(`../../src/web/storefront/${folder}/scenes/${name}-${width}.${format}`, import.meta.url),
      );
    const sized = sharp(data, { raw }).resize(width);
    await sized.clone().avif(SCENE_AVIF).toFile(at("avif"));
    await sized.clone().webp(SCENE_WEBP).toFile(at("webp"));
  }
}

const wanted = process.argv.slice(2);
const isWanted = (name: string) =>
  wanted.length === 0 ||
  wanted.some((part) => (samplePictures.has(part) ? name === part : name.includes(part)));
const all = [...samplePictures.keys(), ...Object.keys(pageScenes)];
const unknown = wanted.filter((part) => !all.some((name) => name.includes(part)));
if (unknown.length > 0) {
  console.error(`No picture is called ${unknown.join(", ")}. There are:\n${all.join("\n")}`);
  process.exit(2);
}
const names = [...samplePictures.keys()].filter(isWanted);
const scenes = Object.keys(pageScenes).filter(isWanted);
for (const name of names) {
  const started = performance.now();
  const bytes = await renderPicture(name, samplePictures.get(name)!);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}.jpg  ${Math.round(bytes / 1024)} KB  ${seconds} s`);
}
for (const name of scenes) {
  await renderPageScene(name, pageScenes[name]!);
  console.log(name);
}
