// `node scripts/sample-pictures.ts FOLDER`: turns what the studio rendered into FOLDER into the files of the repository.
// A picture of the sample catalog gets every size of the shop, like an upload, in sample/pictures; a scene of the shop's
// own pages gets its widths as AVIF and WebP, next to these pages. What no product shows any longer is deleted. While
// FOLDER lacks pictures, the rest is made, and the command ends with 1 and their names.
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { imageAtWidth } from "#domain/product/image.ts";
import { sampleProducts } from "#sample/catalog.ts";
import { drawSizes, PICTURE_WIDTHS } from "#server/files/pictures/picture-sizes.ts";

const root = path.join(import.meta.dirname, "..");
const SAMPLE_PICTURES = path.join(root, "sample/pictures");
const STOREFRONT = path.join(root, "src/web/storefront");

/** The folder of the page that shows a scene, and its widths in pixels. */
const scenes: Record<string, { page: string; widths: [number, number] }> = {
  "course-at-last-light": { page: "home", widths: [1200, 1600] },
  "hats-door": { page: "home", widths: [400, 800] },
  "shirts-door": { page: "home", widths: [400, 800] },
  "bench-at-last-light": { page: "pages", widths: [640, 1200] },
  "desert-green": { page: "pages", widths: [640, 1200] },
};
const SCENE_AVIF = { quality: 56, effort: 6, chromaSubsampling: "4:2:0", bitdepth: 10 } as const;
const SCENE_WEBP = { quality: 74, effort: 6 };

const [folder, ...others] = process.argv.slice(2);
if (folder === undefined || others.length > 0) {
  console.error("node scripts/sample-pictures.ts FOLDER");
  process.exit(2);
}
const pictures = sampleProducts.flatMap((product) => product.pictures.map(({ file }) => file));
const missing: string[] = [];
for (const file of pictures) await whenRendered(path.parse(file).name, (jpeg) => makeSizes(file, jpeg));
for (const name of Object.keys(scenes)) await whenRendered(name, (jpeg) => makeScene(name, jpeg));
await deleteOthers();
if (missing.length > 0) {
  console.error(`Missing in ${folder}:\n${missing.join("\n")}`);
  process.exit(1);
}

async function whenRendered(name: string, make: (jpeg: Buffer) => Promise<number>): Promise<void> {
  const source = path.join(folder ?? "", `${name}.jpg`);
  if (!existsSync(source)) return void missing.push(name);
  const bytes = await make(await readFile(source));
  console.log(`${name}  ${Math.round(bytes / 1000)} KB`);
}

async function makeSizes(file: string, jpeg: Buffer): Promise<number> {
  const drawn = await drawSizes(jpeg);
  if (!drawn.ok) throw new Error(`${file} can't be used: ${drawn.reason}`);
  for (const { width, data } of drawn.files)
    await writeFile(path.join(SAMPLE_PICTURES, imageAtWidth(file, width)), data);
  return drawn.files.reduce((sum, { data }) => sum + data.length, 0);
}

async function makeScene(name: string, jpeg: Buffer): Promise<number> {
  const { page = "", widths = [] } = scenes[name] ?? {};
  let bytes = 0;
  for (const width of widths) {
    const sized = sharp(jpeg).resize(width);
    const target = path.join(STOREFRONT, page, "scenes", `${name}-${width}`);
    bytes += (await sized.clone().avif(SCENE_AVIF).toFile(`${target}.avif`)).size;
    bytes += (await sized.clone().webp(SCENE_WEBP).toFile(`${target}.webp`)).size;
  }
  return bytes;
}

async function deleteOthers(): Promise<void> {
  const kept = new Set(pictures.flatMap((file) => PICTURE_WIDTHS.map((width) => imageAtWidth(file, width))));
  for (const name of await readdir(SAMPLE_PICTURES))
    if (!kept.has(name)) await rm(path.join(SAMPLE_PICTURES, name));
}
