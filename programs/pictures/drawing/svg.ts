/** The drawing board: all coordinates of all garments are in these units (4:5). */
export const PICTURE = { width: 1200, height: 1500 } as const;

export type GradientStop = readonly [offset: number, color: string, opacity?: number];
/** A shape to be blurred or lit. Without `width` it is filled, with it the outline is stroked. */
export type Shade = { path: string; opacity: number; width?: number; color?: string };

/** A filter region in user space, because percent regions clip thin strokes; sRGB, because the tones were
 * chosen in it. */
const region = (x: number, y: number, width: number, height: number) =>
  `filterUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}" color-interpolation-filters="sRGB"`;

export const WHOLE_PICTURE = region(0, 0, PICTURE.width, PICTURE.height);

const stops = (list: readonly GradientStop[]) =>
  list
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`,
    )
    .join("");

/** `from` and `to` are fractions of the painted shape's box. */
export function linear(
  id: string,
  [x1, y1, x2, y2]: readonly number[],
  list: readonly GradientStop[],
): string {
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`;
}

export function radial(id: string, [cx, cy, r]: readonly number[], list: readonly GradientStop[]): string {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops(list)}</radialGradient>`;
}

export function clip(id: string, path: string): string {
  return `<clipPath id="${id}"><path d="${path}"/></clipPath>`;
}

export function clipped(id: string, ...content: string[]): string {
  return `<g clip-path="url(#${id})">${content.join("")}</g>`;
}

/** The union of several shapes. A mask, since a clip path with opposite windings punches holes in librsvg. */
export function unionMask(id: string, paths: readonly string[]): string {
  const white = paths.map((path) => `<path d="${path}" fill="#fff"/>`).join("");
  return `<mask id="${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="${PICTURE.width}" height="${PICTURE.height}">${white}</mask>`;
}

export function fill(path: string, paint: string, opacity = 1): string {
  return `<path d="${path}" fill="${paint}" opacity="${opacity}"/>`;
}

export function stroke(path: string, color: string, width: number, opacity = 1, extra = ""): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}" ${extra}/>`;
}

export function moved(dx: number, dy: number, content: string): string {
  return `<g transform="translate(${dx} ${dy})">${content}</g>`;
}

export function faded(opacity: number, content: string): string {
  return `<g opacity="${opacity}">${content}</g>`;
}

export function shade({ path, opacity, width, color = "#000" }: Shade): string {
  return width
    ? `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round"/>`
    : `<path d="${path}" fill="${color}" fill-opacity="${opacity}"/>`;
}

const coordinatesOf = (path: string) => (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);

/** The box around absolute paths and their blur; handles may lie outside a curve, never inside. */
function blurRegion(radius: number, shades: readonly Shade[]) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { path, width = 0 } of shades) {
    const reach = width / 2 + 3 * radius;
    const coordinates = coordinatesOf(path);
    for (let i = 0; i + 1 < coordinates.length; i += 2) {
      left = Math.min(left, coordinates[i]! - reach);
      right = Math.max(right, coordinates[i]! + reach);
      top = Math.min(top, coordinates[i + 1]! - reach);
      bottom = Math.max(bottom, coordinates[i + 1]! + reach);
    }
  }
  const [x, y] = [Math.floor(left), Math.floor(top)];
  return [x, y, Math.ceil(right) - x, Math.ceil(bottom) - y] as const;
}

/** Shapes blurred together: one filter for a group is much faster than one for each shape, and a region no
 * larger than the group is faster still. The filter is next to its group, named after its content. */
export function soft(radius: number, shades: readonly Shade[]): string {
  const box = blurRegion(radius, shades);
  const id = ["blur", radius, ...box].join("_");
  return `<filter id="${id}" ${region(...box)}><feGaussianBlur stdDeviation="${radius}"/></filter><g filter="url(#${id})">${shades.map(shade).join("")}</g>`;
}

/** Shorthands for lists of shades. */
export const area = (path: string, opacity: number, color?: string): Shade => ({ path, opacity, color });
export const band = (path: string, opacity: number, width: number, color?: string): Shade => ({
  path,
  opacity,
  width,
  color,
});

export function ellipse(
  [cx, cy]: readonly number[],
  [rx, ry]: readonly number[],
  paint: string,
  opacity = 1,
): string {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${paint}" opacity="${opacity}"/>`;
}
