// The shop's icons and its link preview as SVG: of its logo, or else of its name as the header shows it.
import { contrastOf } from "#domain/brand/oklch.ts";
import { paletteOf } from "#domain/brand/palette.ts";
import { CARD_PX } from "#domain/product/image.ts";
import { storeInitials } from "#domain/settings/settings.ts";
import type { IconDrawings } from "./draw-icon-files.ts";
import type { IconSubject } from "./draw-icons.ts";
import { type Box, canWrite, writeIn } from "./letters.ts";
import type { Logo } from "./read-logo.ts";

const SIDE = 512;
/** Of a square with round corners. */
const CORNER = SIDE / 4;
/** Systems cut an icon to any shape, and leave a circle of 80 % at least. */
const MASKABLE = 0.72;
/** A longer logo can't be read in a square. */
const LOGO_SHAPE_MAX = 2;
const NAME_LINE_MAX = 14;

const WHITE = "#ffffff";

/** `logo`: null without one. */
export function composeIcons(subject: IconSubject, logo: Logo | null): IconDrawings {
  const isSquare =
    logo && Math.max(logo.width / logo.height, logo.height / logo.width) <= LOGO_SHAPE_MAX ? logo : null;
  const ground = isSquare ? isSquare.background : subject.look.colors.brand;
  const mark = isSquare ? logoIn(middle(400, 400), isSquare) : initials(subject, middle(340, 200), WHITE);
  const small = isSquare ? logoIn(middle(400, 400), { ...isSquare, large: isSquare.small }) : mark;
  const shift = (SIDE * (1 - MASKABLE)) / 2;
  return {
    favicon: square(ground, CORNER, small),
    icon: square(ground, CORNER, mark),
    maskable: square(ground, 0, `<g transform="translate(${shift} ${shift}) scale(${MASKABLE})">${mark}</g>`),
    preview: linkPreview(subject, logo),
  };
}

function square(ground: string, corner: number, content: string): string {
  const rect = `<rect width="${SIDE}" height="${SIDE}" rx="${corner}" fill="${ground}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${rect}${content}</svg>`;
}

function middle(width: number, height: number): Box {
  return { x: (SIDE - width) / 2, y: (SIDE - height) / 2, width, height };
}

function logoIn({ x, y, width, height }: Box, logo: Logo): string {
  const scale = Math.min(width / logo.width, height / logo.height);
  const [across, down] = [logo.width * scale, logo.height * scale];
  const place = `x="${x + (width - across) / 2}" y="${y + (height - down) / 2}" width="${across}" height="${down}"`;
  return `<image ${place} href="${logo.large}"/>`;
}

/** A name in other letters than the font's has a ring instead. */
function initials({ look, storeName }: IconSubject, box: Box, fill: string): string {
  const text = storeInitials(storeName);
  if (canWrite(text, look.fonts)) return writeIn(box, [text], { fonts: look.fonts, fill });
  const [x, y, radius] = [box.x + box.width / 2, box.y + box.height / 2, box.height / 2];
  return `<circle cx="${x}" cy="${y}" r="${radius * 0.8}" fill="none" stroke="${fill}" stroke-width="${radius * 0.4}"/>`;
}

/** On the background that the logo needs, with the name below it unless it has it; or the name, below its crest. */
function linkPreview(subject: IconSubject, logo: Logo | null): string {
  const { look, storeName } = subject;
  const { width, height } = CARD_PX;
  const ground = logo?.background ?? look.colors.brand;
  const { ink } = paletteOf(look.colors);
  const fill = contrastOf(WHITE, ground) >= contrastOf(ink, ground) ? WHITE : ink;
  const hasMark = logo !== null || look.mark === "crest" || !canWrite(storeName, look.fonts);
  const hasName = canWrite(storeName, look.fonts) && !(logo && look.logoReplacesName);
  const markBox = { x: 150, y: hasName ? 90 : 130, width: 900, height: hasName ? 220 : 350 };
  const nameBox = { x: 120, y: hasMark ? 360 : 200, width: 960, height: hasMark ? 130 : 210 };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    `<rect y="${height - 18}" width="${width}" height="18" fill="${look.colors.accent}"/>`,
    hasMark && (logo ? logoIn(markBox, logo) : crest(subject, markBox, fill)),
    hasName && writeIn(nameBox, inLines(storeName), { fonts: look.fonts, fill }),
    "</svg>",
  ]
    .filter(Boolean)
    .join("");
}

/** The initials in a ring. */
function crest(subject: IconSubject, box: Box, color: string): string {
  const radius = box.height / 2 - 6;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const inner = { x: x - radius * 0.62, y: y - radius * 0.36, width: radius * 1.24, height: radius * 0.72 };
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${color}" stroke-width="6"/>${initials(subject, inner, color)}`;
}

/** A long name in two lines, parted where they are the most alike. */
function inLines(name: string): string[] {
  const gaps = [...name.matchAll(/ /g)].map(({ index }) => index);
  if (name.length <= NAME_LINE_MAX || gaps.length === 0) return [name];
  const apart = (at: number) => Math.abs(name.length - 2 * at);
  const at = gaps.reduce((best, each) => (apart(each) < apart(best) ? each : best));
  return [name.slice(0, at), name.slice(at + 1)];
}
