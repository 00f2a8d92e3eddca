// Draws the icons and the link preview that the shop comes with, of its flag. Run it by hand after a picture changes
// (`node scripts/render-icons.ts`) and commit the files. An owner's own are drawn when the look is published.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { drawIconFiles } from "#server/settings/brand/icons/draw-icon-files.ts";

const GREEN = "#184b33";
const favicon = (await readFile("public/favicon.svg", "utf8")).trim();
/** The mark without rounded corners, for systems that round them themselves. */
const fullGround = favicon.replace('rx="12"', "");

/** A maskable icon may be cut to a circle, so the mark stays within the inner 80 %. */
function withMargin(svg: string): string {
  const inner = svg.replace(/^<svg[^>]*>|<\/svg>$/g, "").replace(/<rect[^>]*\/>/, "");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="${GREEN}"/><g transform="translate(6.5 7) scale(.72)">${inner}</g></svg>`;
}

type Card = { picture: string; left: number; top: number; widthPx: number; degrees: number };

const cards: Card[] = [
  { picture: "first-tee-polo", left: 370, top: 150, widthPx: 240, degrees: -5 },
  { picture: "night-putt-rope-cap", left: 932, top: 175, widthPx: 225, degrees: 4 },
  { picture: "starters-box-rope-cap", left: 640, top: 70, widthPx: 290, degrees: -1 },
];

/** The scene of the home page with three products on it, and the flag. */
async function linkPreview(file: string): Promise<void> {
  const course = await sharp("src/web/storefront/home/scenes/course-at-last-light-1600.webp")
    .resize(1200, 630)
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
const drawn = await drawIconFiles({ favicon, icon: favicon, maskable: withMargin(fullGround) });
// The drawing itself stays as it is written.
for (const { name, bytes } of drawn.filter((file) => file.name !== "favicon.svg"))
  await writeFile(`public/${name}`, bytes);
await linkPreview("public/og.jpg");
