import { type Oklch, tone } from "./color.ts";
import { area, faded, linear, moved, PICTURE, radial, soft } from "./svg.ts";

/** The four tinted grounds of the shop; a product stands on the one that suits its color. */
export const GROUNDS = {
  sand: [0.93, 0.016, 84],
  mist: [0.925, 0.013, 215],
  moss: [0.92, 0.022, 125],
  blush: [0.93, 0.018, 55],
  // What is seen through an open crown on a bench.
  oak: [0.66, 0.065, 68],
  teak: [0.56, 0.075, 56],
} as const satisfies Record<string, Oklch>;

export type Ground = keyof typeof GROUNDS;

/** Larger than the picture, for views that look past its edge. */
const sheet = `x="-200" y="-250" width="${PICTURE.width + 400}" height="${PICTURE.height + 500}"`;

/** Fine grain: a perfectly smooth ground shows the steps of every encoder and screen. */
const GRAIN = `<filter id="ground-grain" filterUnits="userSpaceOnUse" ${sheet} color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency=".42" numOctaves="2" seed="2"/><feColorMatrix values="1.4 0 0 0 -.2  1.4 0 0 0 -.2  1.4 0 0 0 -.2  0 0 0 0 1"/></filter>`;

export function groundDefinitions(ground: Ground): string {
  const color = GROUNDS[ground];
  return (
    GRAIN +
    linear(
      "ground",
      [0, 0, 0.35, 1],
      [
        [0, tone(color, 0.028)],
        [0.6, tone(color, 0)],
        [1, tone(color, -0.05)],
      ],
    ) +
    radial(
      "ground-light",
      [0.34, 0.26, 0.8],
      [
        [0, "#fff", 0.5],
        [1, "#fff", 0],
      ],
    )
  );
}

export const groundSheet = (hasGrain: boolean) =>
  `<rect ${sheet} fill="url(#ground)"/><rect ${sheet} fill="url(#ground-light)"/>${
    hasGrain
      ? `<rect ${sheet} filter="url(#ground-grain)" opacity=".05" style="mix-blend-mode:soft-light"/>`
      : ""
  }`;

/** Shadows of a garment lying flat: a wide one that lifts it and a tight one that lays it down. */
export function flatShadows(ground: Ground, pieces: readonly string[]): string {
  const dark = tone(GROUNDS[ground], -0.62);
  const wide = soft(
    36,
    pieces.map((piece) => area(piece, 1, dark)),
  );
  const tight = soft(
    8,
    pieces.map((piece) => area(piece, 1, dark)),
  );
  return moved(30, 44, faded(0.3, wide)) + moved(9, 14, faded(0.32, tight));
}

/** Shadows of something standing: the pool it throws to the right and the dark line where it touches. */
export function standingShadows(ground: Ground, pool: readonly string[], contact: readonly string[]): string {
  const dark = tone(GROUNDS[ground], -0.58);
  return (
    faded(
      0.34,
      soft(
        36,
        pool.map((path) => area(path, 1, dark)),
      ),
    ) +
    faded(
      0.5,
      soft(
        14,
        contact.map((path) => area(path, 1, dark)),
      ),
    )
  );
}
