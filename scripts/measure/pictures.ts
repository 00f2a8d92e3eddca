// What a product picture weighs and looks like in each format and setting, by the sample catalog, as the shop makes it:
// stored as WebP, from which AVIF is drawn.
//   node scripts/measure/pictures.ts [--pictures polo,beanie] [--width 640]
// SSIM tells how much of the cloth is kept (1: all). Patches are what an encoder leaves in a smooth ground: by how many
// of 256 levels neighboring squares of 8 pixels differ more or less than in the drawing (root mean square).
import { readdir, readFile } from "node:fs/promises";
import sharp, { type AvifOptions, type Sharp } from "sharp";
import { IMAGE_WIDTH_MAX } from "#domain/product/image.ts";
import { AVIF, WEBP } from "#server/pictures/encoding.ts";
import { Misused, readCommandLine, wholeNumber } from "../../programs/command-line.ts";

const USAGE = "node scripts/measure/pictures.ts [--pictures polo,beanie] [--width 640]";
const { values } = readCommandLine(USAGE, {
  options: { pictures: { type: "string", default: "" }, width: { type: "string", default: "640" } },
});
const wanted = values.pictures.split(",");
const width = wholeNumber("width", values.width);
const folder = new URL("../../sample/pictures/", import.meta.url);

const SQUARE_PX = 8;
/** A square whose levels lie this close together is ground. */
const GROUND_LEVELS = 8;
const CHANNELS = 3;

type Pixels = { data: Buffer; width: number; height: number };

const avif: AvifOptions[] = [
  { quality: 55, effort: 2, chromaSubsampling: "4:2:0" },
  { quality: 62, effort: 2, chromaSubsampling: "4:4:4" },
  { quality: 58, effort: 2, chromaSubsampling: "4:2:0", bitdepth: 10 },
  { quality: 58, effort: 3, chromaSubsampling: "4:4:4", bitdepth: 10 },
  { quality: 58, effort: 4, chromaSubsampling: "4:2:0", bitdepth: 10 },
];

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

type Square = { means: number[]; range: number };

/** Means of the three channels, and how far apart the levels of green lie. */
function squareAt({ data, width: across }: Pixels, left: number, top: number): Square {
  const sums = [0, 0, 0];
  let [lowest, highest] = [255, 0];
  for (let y = top; y < top + SQUARE_PX; y += 1) {
    for (let x = left; x < left + SQUARE_PX; x += 1) {
      const at = (y * across + x) * CHANNELS;
      for (let channel = 0; channel < CHANNELS; channel += 1) sums[channel]! += data[at + channel]!;
      lowest = Math.min(lowest, data[at + 1]!);
      highest = Math.max(highest, data[at + 1]!);
    }
  }
  return { means: sums.map((sum) => sum / SQUARE_PX ** 2), range: highest - lowest };
}

function patches(drawn: Pixels, shown: Pixels): number {
  let [squares, count] = [0, 0];
  for (let top = 0; top + SQUARE_PX <= drawn.height; top += SQUARE_PX) {
    let before: { drawn: Square; shown: Square } | null = null;
    for (let left = 0; left + SQUARE_PX <= drawn.width; left += SQUARE_PX) {
      const here = { drawn: squareAt(drawn, left, top), shown: squareAt(shown, left, top) };
      if (here.drawn.range > GROUND_LEVELS) before = null;
      else {
        for (let channel = 0; before && channel < CHANNELS; channel += 1) {
          const step = (of: "drawn" | "shown") => here[of].means[channel]! - before![of].means[channel]!;
          squares += (step("shown") - step("drawn")) ** 2;
          count += 1;
        }
        before = here;
      }
    }
  }
  return Math.sqrt(squares / count);
}

/** SSIM of green, in squares of 8 pixels. */
function ssim(drawn: Pixels, shown: Pixels): number {
  const [c1, c2] = [6.5025, 58.5225];
  let [sum, count] = [0, 0];
  for (let top = 0; top + SQUARE_PX <= drawn.height; top += SQUARE_PX / 2) {
    for (let left = 0; left + SQUARE_PX <= drawn.width; left += SQUARE_PX / 2) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + SQUARE_PX; y += 1) {
        for (let x = left; x < left + SQUARE_PX; x += 1) {
          const at = (y * drawn.width + x) * CHANNELS + 1;
          const [p, q] = [drawn.data[at]!, shown.data[at]!];
          a += p;
          b += q;
          aa += p * p;
          bb += q * q;
          ab += p * q;
        }
      }
      const n = SQUARE_PX ** 2;
      const [ma, mb] = [a / n, b / n];
      const [va, vb, vab] = [aa / n - ma * ma, bb / n - mb * mb, ab / n - ma * mb];
      sum += ((2 * ma * mb + c1) * (2 * vab + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
      count += 1;
    }
  }
  return sum / count;
}

type Row = { setting: string; bytes: number; ms: number; ssim: number; patches: number; count: number };
const rows = new Map<string, Row>();

async function measure(setting: string, drawn: Pixels, encode: () => Promise<Buffer>): Promise<void> {
  const row = rows.get(setting) ?? { setting, bytes: 0, ms: 0, ssim: 0, patches: 0, count: 0 };
  const started = performance.now();
  const file = await encode();
  row.ms += performance.now() - started;
  const shown = await pixelsOf(sharp(file));
  row.bytes += file.length;
  row.ssim += ssim(drawn, shown);
  row.patches += patches(drawn, shown);
  row.count += 1;
  rows.set(setting, row);
}

const names = (await readdir(folder)).filter((name) => wanted.some((part) => name.includes(part))).toSorted();
if (names.length === 0) throw new Misused(`No picture has "${values.pictures}" in its name.`);
sharp.concurrency(1);
for (const name of names) {
  const drawn = sharp(await readFile(new URL(name, folder)));
  const webp = await drawn.clone().resize(IMAGE_WIDTH_MAX).webp(WEBP).toBuffer();
  const pixels = await pixelsOf(drawn.clone().resize(width));
  await measure("WebP, as stored", pixels, () => drawn.clone().resize(width).webp(WEBP).toBuffer());
  for (const options of [AVIF, ...avif]) {
    const { quality, effort, chromaSubsampling, bitdepth = 8 } = options;
    const setting = `AVIF ${quality} ${chromaSubsampling} effort ${effort}, ${bitdepth} bit${options === AVIF ? ", as made" : ""}`;
    await measure(setting, pixels, () => sharp(webp).resize(width).avif(options).toBuffer());
  }
}
console.log(`${names.length} pictures at ${width} px`);
for (const { setting, bytes, ms, ssim: kept, patches: seen, count } of rows.values()) {
  const figures = [
    `${(bytes / count / 1_000).toFixed(1)} KB`.padStart(9),
    `SSIM ${(kept / count).toFixed(4)}`,
    `patches ${(seen / count).toFixed(3)}`,
    `${Math.round(ms / count)} ms`.padStart(8),
  ];
  console.log(`${setting.padEnd(46)} ${figures.join("   ")}`);
}
