// The files of a set of icons, as browsers, phones, and link previews ask for them. Those that came with the shop are in
// public/ under the same names (scripts/render-icons.ts).
import { CARD_PX } from "#domain/product/image.ts";
import { drawSvg, type SvgDrawing } from "../../../files/pictures/apart/draw-svg.ts";

/** SVG. `icon` has round corners; `maskable` is for systems that cut their own. `favicon` is `icon` in few bytes. */
export type IconDrawings = { favicon: string; icon: string; maskable: string; preview: string };
export type IconFile = { name: string; bytes: Uint8Array };

/** By PNG of `icon`, smallest first. */
const ICO_PX = [16, 32, 48];

export async function drawIconFiles(
  drawings: Omit<IconDrawings, "preview"> & { preview?: string },
): Promise<IconFile[]> {
  const { favicon, icon, maskable, preview } = drawings;
  const png = (svg: string, widthPx: number): SvgDrawing => ({ svg, widthPx, as: "png" });
  const named: [name: string, drawing: SvgDrawing][] = [
    ["icons/shop-192.png", png(icon, 192)],
    ["icons/shop-512.png", png(icon, 512)],
    ["icons/shop-maskable-512.png", png(maskable, 512)],
    ["apple-touch-icon.png", png(maskable, 180)],
  ];
  if (preview) named.push(["og.jpg", { svg: preview, widthPx: CARD_PX.width, as: "jpeg" }]);
  const inIco = ICO_PX.map((px) => png(icon, px));
  const drawn = await drawSvg([...named.map(([, drawing]) => drawing), ...inIco]);
  const files = named.map(([name], at) => ({ name, bytes: drawn[at] ?? new Uint8Array() }));
  return [
    { name: "favicon.svg", bytes: Buffer.from(favicon) },
    { name: "favicon.ico", bytes: icoFile(drawn.slice(named.length)) },
    ...files,
  ];
}

/** For clients that request /favicon.ico without reading the page: an ICO file of PNGs. */
function icoFile(pictures: Uint8Array[]): Buffer {
  const [headBytes, entryBytes] = [6, 16];
  const head = Buffer.alloc(headBytes + entryBytes * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, picture] of pictures.entries()) {
    const at = headBytes + entryBytes * index;
    const sizePx = ICO_PX[index] ?? 0;
    head.writeUInt8(sizePx, at);
    head.writeUInt8(sizePx, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}
