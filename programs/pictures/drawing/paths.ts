import { PICTURE } from "./svg.ts";

export type Point = readonly [x: number, y: number];
/** One cubic Bézier curve: start, two handles, end. */
export type Curve = readonly [Point, Point, Point, Point];

const NUMBER = /-?\d+(?:\.\d+)?/g;
const round = (value: number) => +value.toFixed(1);

function pointOn([a, b, c, d]: Curve, t: number): Point {
  const u = 1 - t;
  const along = (k: 0 | 1) => u ** 3 * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t ** 3 * d[k];
  return [along(0), along(1)];
}

/** Points along the curves, `step` units apart: where stitches, rope strands and zip teeth go. */
export function samplePoints(curves: readonly Curve[], step: number): Point[] {
  const points: Point[] = [];
  let travelled = 0;
  let previous: Point | undefined;
  for (const curve of curves) {
    for (let i = 0; i <= 200; i++) {
      const point = pointOn(curve, i / 200);
      if (previous) travelled += Math.hypot(point[0] - previous[0], point[1] - previous[1]);
      if (!previous || travelled >= step) {
        points.push(point);
        travelled = 0;
      }
      previous = point;
    }
  }
  return points;
}

/** The points with the direction of travel at each, in degrees. */
export function sampleDirections(curves: readonly Curve[], step: number) {
  const points = samplePoints(curves, step);
  return points.map((at, i) => {
    const before = points[Math.max(i - 1, 0)]!;
    const after = points[Math.min(i + 1, points.length - 1)]!;
    return { at, degrees: (Math.atan2(after[1] - before[1], after[0] - before[0]) * 180) / Math.PI };
  });
}

export function curvesToPath(curves: readonly Curve[]): string {
  return `M${curves[0]![0]}${curves.map(([, b, c, d]) => `C${b} ${c} ${d}`).join("")}`;
}

export function reverseCurves(curves: readonly Curve[]): Curve[] {
  return [...curves].reverse().map(([a, b, c, d]) => [d, c, b, a] as const);
}

export function shiftCurves(curves: readonly Curve[], dx: number, dy: number): Curve[] {
  const shift = ([x, y]: Point): Point => [x + dx, y + dy];
  return curves.map(([a, b, c, d]) => [shift(a), shift(b), shift(c), shift(d)] as const);
}

/** An ellipse as four curves, from its left end over the top. */
export function ellipseCurves([cx, cy]: Point, rx: number, ry: number): Curve[] {
  const kx = rx * 0.5523;
  const ky = ry * 0.5523;
  return [
    [
      [cx - rx, cy],
      [cx - rx, cy - ky],
      [cx - kx, cy - ry],
      [cx, cy - ry],
    ],
    [
      [cx, cy - ry],
      [cx + kx, cy - ry],
      [cx + rx, cy - ky],
      [cx + rx, cy],
    ],
    [
      [cx + rx, cy],
      [cx + rx, cy + ky],
      [cx + kx, cy + ry],
      [cx, cy + ry],
    ],
    [
      [cx, cy + ry],
      [cx - kx, cy + ry],
      [cx - rx, cy + ky],
      [cx - rx, cy],
    ],
  ];
}

/** Curves between two families of equal length: brim stitching between the seam (0) and the edge (1). */
export function blendCurves(from: readonly Curve[], to: readonly Curve[], amount: number): Curve[] {
  return from.map((curve, i) => {
    const blend = (k: 0 | 1 | 2 | 3): Point => {
      const start = curve[k];
      const end = to[i]![k];
      return [round(start[0] + (end[0] - start[0]) * amount), round(start[1] + (end[1] - start[1]) * amount)];
    };
    return [blend(0), blend(1), blend(2), blend(3)] as const;
  });
}

/** Maps every coordinate pair of absolute path data made of M, L, C and Z. */
export function mapPath(path: string, move: (x: number, y: number) => Point): string {
  const coordinates = path.match(NUMBER) ?? [];
  const moved: string[] = [];
  for (let i = 0; i + 1 < coordinates.length; i += 2) {
    const [x, y] = move(Number(coordinates[i]), Number(coordinates[i + 1]));
    moved.push(String(round(x)), String(round(y)));
  }
  let next = 0;
  return path.replace(NUMBER, () => moved[next++] ?? "0");
}

/** The other half of a garment: garments are drawn once, for the left of the picture. */
export function mirrorPath(path: string): string {
  return mapPath(path, (x, y) => [PICTURE.width - x, y]);
}

function hashNoise(i: number, j: number, seed: number): number {
  let hash = Math.imul(i * 374761393 + j * 668265263 + seed * 1442695041, 1274126177);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 1274126177);
  return (((hash ^ (hash >>> 16)) >>> 0) / 4294967295) * 2 - 1;
}

/** Smooth value noise, -1..1, the same for the same place and seed. */
export function noise(x: number, y: number, seed: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const ease = (t: number) => t * t * (3 - 2 * t);
  const u = ease(x - i);
  const v = ease(y - j);
  const topLeft = hashNoise(i, j, seed);
  const topRight = hashNoise(i + 1, j, seed);
  const bottomLeft = hashNoise(i, j + 1, seed);
  const bottomRight = hashNoise(i + 1, j + 1, seed);
  return (
    topLeft +
    (topRight - topLeft) * u +
    (bottomLeft - topLeft) * v +
    (topLeft - topRight - bottomLeft + bottomRight) * u * v
  );
}

export type Warp = { reach: number; wavelength: number; seed: number };

/** Moves every point by a few units of smooth noise, so that nothing is perfectly symmetric. Panels warped
 * with the same numbers still meet at their seams. */
export function warpPath(path: string, { reach, wavelength, seed }: Warp): string {
  return mapPath(path, (x, y) => [
    x + reach * noise(x / wavelength, y / wavelength, seed),
    y + reach * noise(x / wavelength + 50, y / wavelength + 9, seed + 1),
  ]);
}
