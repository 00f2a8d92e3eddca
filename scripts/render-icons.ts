// Renders the shop's mark from its drawings: icons for home screens and the picture of a link preview. Run it by
// hand after a drawing changes (`node scripts/render-icons.ts`) and commit the files.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";

const GREEN = "#184b33";
const favicon = (await readFile("public/favicon.svg", "utf8")).trim();
/** The mark without rounded corners, for systems that round them themselves. */
const fullGround = favicon.replace('rx="12"', "");

function drawn(svg: string, sizePx: number) {
  return sharp(Buffer.from(svg), { density: (72 * sizePx) / 48 })
    .resize(sizePx, sizePx)
    .png({ compressionLevel: 9, palette: true, colors: 64 });
}

async function icon(svg: string, sizePx: number, file: string): Promise<void> {
  await drawn(svg, sizePx).toFile(file);
}

/** For clients that request /favicon.ico without reading the page: an ICO file of PNGs, smallest first. */
async function iconFile(svg: string, sizesPx: number[], file: string): Promise<void> {
  const pictures = await Promise.all(sizesPx.map((sizePx) => drawn(svg, sizePx).toBuffer()));
  const [headBytes, entryBytes] = [6, 16];
  const head = Buffer.alloc(headBytes + entryBytes * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, picture] of pictures.entries()) {
    const at = headBytes + entryBytes * index;
    const sizePx = sizesPx[index] as number;
    head.writeUInt8(sizePx, at);
    head.writeUInt8(sizePx, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  await writeFile(file, Buffer.concat([head, ...pictures]));
}

/** A maskable icon may be cut to a circle, so the mark stays within the inner 80 %. */
function withMargin(svg: string): string {
  const inner = svg.replace(/^<svg[^>]*>|<\/svg>$/g, "").replace(/<rect[^>]*\/>/, "");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="${GREEN}"/><g transform="translate(6.5 7) scale(.72)">${inner}</g></svg>`;
}

type Card = { picture: string; left: number; top: number; widthPx: number; degrees: number };

const cards: Card[] = [
  { picture: "first-tee-polo", left: 430, top: 150, widthPx: 240, degrees: -5 },
  { picture: "night-putt-rope-cap", left: 915, top: 175, widthPx: 225, degrees: 4 },
  { picture: "starters-box-rope-cap", left: 655, top: 70, widthPx: 290, degrees: -1 },
];

/** The course of the home page with three products on it, and the flag. */
async function linkPreview(file: string): Promise<void> {
  const course = await sharp("src/web/storefront/home/course.svg", { density: 96 })
    .resize(1200, 630, { fit: "cover", position: "bottom" })
    .toBuffer();
  const mark = await sharp(Buffer.from(favicon), { density: 400 }).resize(150, 150).toBuffer();
  const standing = await Promise.all(cards.map(framed));
  const picture = sharp(course).composite([...standing, { input: mark, left: 84, top: 84 }]);
  await writeFile(
    file,
    await picture.flatten({ background: GREEN }).jpeg({ quality: 84, mozjpeg: true }).toBuffer(),
  );
}

/** A product picture in a white frame with rounded corners, tilted slightly. */
async function framed({ picture, left, top, widthPx, degrees }: Card) {
  const heightPx = Math.round(widthPx * 1.25);
  const edge = 12;
  const [width, height] = [widthPx + 2 * edge, heightPx + 2 * edge];
  const corners = (w: number, h: number, radius: number) =>
    Buffer.from(
      `<svg width="${w}" height="${h}"><rect width="${w}" height="${h}" rx="${radius}" fill="#fdfcf9"/></svg>`,
    );
  const photo = await sharp(`sample/pictures/${picture}.webp`)
    .resize(widthPx, heightPx)
    .composite([{ input: corners(widthPx, heightPx, 12), blend: "dest-in" }])
    .png()
    .toBuffer();
  const frame = await sharp(corners(width, height, 20))
    .composite([{ input: photo, left: edge, top: edge }])
    .png()
    .toBuffer();
  const turned = await sharp(frame).rotate(degrees, { background: "#00000000" }).toBuffer();
  return { input: turned, left, top };
}

await mkdir("public/icons", { recursive: true });
await icon(favicon, 192, "public/icons/shop-192.png");
await icon(favicon, 512, "public/icons/shop-512.png");
await icon(withMargin(fullGround), 512, "public/icons/shop-maskable-512.png");
await icon(withMargin(fullGround), 180, "public/apple-touch-icon.png");
await iconFile(favicon, [16, 32, 48], "public/favicon.ico");
await linkPreview("public/og.jpg");
