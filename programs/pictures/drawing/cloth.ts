import { type Oklch, shadowOf, tone } from "./color.ts";
import { type Cut, cutPath } from "./cut.ts";
import type { Weave } from "./fabric.ts";
import type { Ground } from "./ground.ts";
import { mirrorPath, warpPath } from "./paths.ts";
import { linear } from "./svg.ts";
import { stitches } from "./trims.ts";

/** A band around the chest: top edge at the side seam, height, color. */
export type ChestStripe = { top: number; height: number; color: Oklch };

export type ShirtStyle = {
  base: Oklch;
  trim: Oklch;
  ground: Ground;
  seed: number;
  sleeves: "short" | "long";
  cuffs: "tipped" | "ribbed";
  hem: "stitched" | "ribbed";
  weave: Weave;
  stripes: readonly ChestStripe[];
  cut: Cut;
  /** How it came to lie there: it hung, was laid with a turn, comes from its box, or is a heavy knit. */
  folds: "hung" | "turned" | "boxed" | "knit";
};

/** Tools for drawing on one shirt: every panel goes through the same warp, so that seams meet. */
export type Cloth = {
  style: ShirtStyle;
  tone: (lighter: number) => string;
  trim: (lighter: number) => string;
  shadow: string;
  place: (path: string) => string;
  /** The same with more play, for folds. */
  loose: (path: string) => string;
  /** The panel and its mirror image. */
  pair: (path: string) => [left: string, right: string];
  stitch: (path: string, opacity: number) => string;
};

export function createCloth(style: ShirtStyle): Cloth {
  const { seed } = style;
  const place = (path: string) => warpPath(cutPath(path, style.cut), { reach: 9, wavelength: 210, seed });
  const loose = (path: string) =>
    warpPath(cutPath(path, style.cut), { reach: 20, wavelength: 260, seed: seed + 11 });
  const thread = tone(style.base, 0.2);
  return {
    style,
    place,
    loose,
    tone: (lighter) => tone(style.base, lighter),
    trim: (lighter) => tone(style.trim, lighter),
    shadow: shadowOf(style.base),
    pair: (path) => [place(path), place(mirrorPath(path))],
    stitch: (path, opacity) =>
      stitches(place(path), { thread, shadow: "#000", opacity, dash: "5 4", width: 1.7 }),
  };
}

/** Light on body and sleeves. */
function bodyGradients(cloth: Cloth): string {
  const t = cloth.tone;
  return [
    linear(
      "body",
      [0, 0, 1, 0.1],
      [
        [0, t(-0.06)],
        [0.14, t(0.015)],
        [0.36, t(0.04)],
        [0.62, t(0.004)],
        [0.88, t(-0.045)],
        [1, t(-0.09)],
      ],
    ),
    linear(
      "body-fall",
      [0, 0, 0, 1],
      [
        [0, "#fff", 0.07],
        [0.35, "#fff", 0],
        [0.68, cloth.shadow, 0],
        [1, cloth.shadow, 0.18],
      ],
    ),
    linear(
      "sleeve-left",
      [0, 0.2, 1, 0.6],
      [
        [0, t(-0.04)],
        [0.3, t(0.045)],
        [0.7, t(-0.015)],
        [1, t(-0.08)],
      ],
    ),
    linear(
      "sleeve-right",
      [0, 0.4, 1, 0.3],
      [
        [0, t(-0.09)],
        [0.4, t(-0.02)],
        [0.75, t(-0.012)],
        [1, t(-0.09)],
      ],
    ),
  ].join("");
}

/** Light on the leaves of a collar and in the neck. */
function collarGradients({ tone: t }: Cloth): string {
  return [
    linear(
      "leaf-left",
      [0, 0, 1, 0.7],
      [
        [0, t(-0.03)],
        [0.35, t(0.06)],
        [1, t(-0.02)],
      ],
    ),
    linear(
      "leaf-right",
      [0, 0.6, 1, 0],
      [
        [0, t(0.028)],
        [0.6, t(0)],
        [1, t(-0.08)],
      ],
    ),
    linear(
      "inside",
      [0, 0, 0, 1],
      [
        [0, t(-0.1)],
        [0.6, t(-0.18)],
        [1, t(-0.23)],
      ],
    ),
  ].join("");
}

export const clothGradients = (cloth: Cloth) => bodyGradients(cloth) + collarGradients(cloth);
