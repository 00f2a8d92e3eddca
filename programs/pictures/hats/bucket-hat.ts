import { type Oklch, shadowOf, tone } from "../drawing/color.ts";
import {
  drapeSheet,
  type Enlargement,
  type Fabric,
  fabricDefinitions,
  grainSheet,
  type Relief,
  relief,
  roundEdges,
  weaveSheet,
} from "../drawing/fabric.ts";
import { type Ground, standingShadows } from "../drawing/ground.ts";
import {
  blendCurves,
  type Curve,
  curvesToPath,
  ellipseCurves,
  reverseCurves,
  warpPath,
} from "../drawing/paths.ts";
import { area, band, clip, clipped, fill, linear, moved, radial, soft, stroke } from "../drawing/svg.ts";
import { embroideredFlag, eyelet, stitches } from "../drawing/trims.ts";
import type { Drawing, View } from "../picture.ts";
import { type Angle, angles, brimWaves, type Kind, type Level } from "./bucket-hat-angles.ts";

export type BucketHatOptions = {
  cloth: Oklch;
  /** A ribbon around the foot of the crown; without it the seam shows. */
  ribbon: Oklch | null;
  flag: Oklch;
  ground: Ground;
  seed: number;
};

export const BUCKET_HAT_FRONT: View = { x: 90, y: 165, width: 1020 };
export const BUCKET_HAT_ABOVE: View = { x: 90, y: 121, width: 1020 };
/** Where the close-up of the front looks: flag, seam and brim. */
export const BUCKET_HAT_DETAIL: View = { x: 356, y: 560, width: 520 };

const RELIEFS: Relief[] = [
  { name: "crease", blur: 7, height: 9 },
  { name: "fold", blur: 16, height: 28 },
  { name: "broad", blur: 46, height: 84 },
];

const BRIM_ROWS = [0.12, 0.24, 0.36, 0.48, 0.6, 0.72, 0.84, 0.94] as const;

type Hat = {
  options: BucketHatOptions;
  angle: Angle;
  shadow: string;
  place: (path: string) => string;
  /** The visible line of a level: all around from above, its front half from the front. */
  line: (level: Level) => string;
  rowBetween: (from: Level, to: Level, amount: number) => string;
  /** The cloth between two levels. */
  surface: (outer: Level, inner: Level) => string;
};

function createHat(options: BucketHatOptions, angle: Angle, kind: Kind): Hat {
  const place = (path: string) => warpPath(path, { reach: 13, wavelength: 250, seed: options.seed });
  const curves = ({ center, rx, ry }: Level): Curve[] =>
    ellipseCurves(center, rx, ry).slice(kind === "front" ? 2 : 0);
  const surface = (outer: Level, inner: Level) => {
    if (kind === "above") return `${curvesToPath(curves(outer))}Z`;
    const back = curvesToPath(reverseCurves(curves(inner))).replace("M", "L");
    return `${curvesToPath(curves(outer))}${back}Z`;
  };
  return {
    options,
    angle,
    place,
    shadow: shadowOf(options.cloth),
    line: (level) => place(curvesToPath(curves(level))),
    rowBetween: (from, to, amount) => place(curvesToPath(blendCurves(curves(from), curves(to), amount))),
    surface: (outer, inner) => place(surface(outer, inner)),
  };
}

function brimRows({ options, angle, rowBetween }: Hat): string {
  return BRIM_ROWS.map((amount) => {
    const row = rowBetween(angle.foot, angle.edge, amount);
    return (
      moved(0, 2, stroke(row, "#000", 4, 0.1)) +
      stitches(row, {
        thread: tone(options.cloth, 0.14),
        shadow: shadowOf(options.cloth),
        opacity: 0.7,
        dash: "7 4.6",
        width: 1.9,
      })
    );
  }).join("");
}

function drawBrim(hat: Hat, kind: Kind): string {
  const { angle, options, shadow, line } = hat;
  const brim = hat.surface(angle.edge, angle.foot);
  const edge = line(angle.edge);
  const foot = line(angle.foot);
  return [
    moved(0, 9, fill(brim, tone(options.cloth, -0.2))),
    clipped(
      "clip-brim",
      fill(brim, "url(#brim)"),
      fill(brim, "url(#brim-down)"),
      relief("fold", 0.6, [roundEdges(brim, 0.8)]),
      relief("broad", 0.7, brimWaves(kind)),
      soft(
        22,
        angle.highlights.map((path) => band(path, 0.3, 60, "#fff")),
      ),
      drapeSheet(0.34),
      weaveSheet(0.3),
      grainSheet(0.2),
      brimRows(hat),
      moved(10, 14, soft(22, [band(foot, 0.55, 60, shadow)])),
      moved(4, 6, soft(8, [band(foot, 0.55, 26, shadow)])),
      stroke(edge, tone(options.cloth, -0.05), 10),
      moved(-0.5, -5, stroke(edge, tone(options.cloth, 0.1), 2.2, 0.6)),
    ),
  ].join("");
}

/** The ribbon, or the plain seam, around the foot of the crown. */
function drawRibbon({ angle, options, shadow, line, surface }: Hat, kind: Kind): string {
  const stitch = (level: Level, dy: number, color: Oklch) =>
    moved(0, dy, stitches(line(level), { thread: tone(color, 0.14), shadow, opacity: 0.6 }));
  if (!options.ribbon) {
    return (
      soft(3, [band(line(angle.foot), 0.5, 8, shadow)]) +
      stitch(angle.foot, -12, options.cloth) +
      stitch(angle.foot, -20, options.cloth)
    );
  }
  const ring =
    kind === "front"
      ? surface(angle.foot, angle.ribbonTop)
      : `${surface(angle.foot, angle.ribbonTop)}${surface(angle.ribbonTop, angle.foot)}`;
  return [
    moved(0, -4, soft(5, [band(line(angle.ribbonTop), 0.5, 7, shadow)])),
    `<path d="${ring}" fill-rule="evenodd" fill="${tone(options.ribbon, 0)}"/>`,
    `<path d="${ring}" fill-rule="evenodd" fill="url(#ribbon)"/>`,
    stitch(angle.ribbonTop, 7, options.ribbon),
    stitch(angle.foot, -7, options.ribbon),
  ].join("");
}

/** The crown in two layers, so that the ribbon lies under the light but over the cloth. */
function drawCrown(hat: Hat, kind: Kind): string {
  const { angle, options, shadow, place } = hat;
  const crown = place(angle.crown);
  const { center, rx, ry } = angle.shoulder;
  const top = place(`${curvesToPath(ellipseCurves(center, rx, ry))}Z`);
  const seams = angle.panelSeams.map(place);
  const thread = { thread: tone(options.cloth, 0.14), shadow, opacity: 0.65 };
  return clipped(
    "clip-crown",
    fill(crown, "url(#crown)"),
    soft(
      3,
      seams.map((seam) => band(seam, 0.5, 5, shadow)),
    ),
    ...seams.flatMap((seam) => [
      stroke(seam, shadow, 1.8, 0.5),
      moved(-8, 0, stitches(seam, thread)),
      moved(8, 0, stitches(seam, thread)),
    ]),
    drawRibbon(hat, kind),
    fill(crown, "url(#crown-across)"),
    fill(top, "url(#top)", kind === "front" ? 0.9 : 1),
    relief("broad", 0.6, [roundEdges(crown)]),
    relief("fold", 0.7, [roundEdges(top, 0.6)]),
    relief(
      "crease",
      0.55,
      kind === "front"
        ? [
            area("M470 560C480 640 470 740 440 830C500 740 510 640 500 560Z", 0.5),
            area("M690 560C700 660 730 740 770 820C700 750 670 660 660 570Z", 0.5),
            area("M560 490C600 520 660 530 730 520C670 550 590 550 540 510Z", 0.5),
            area("M380 640C420 680 470 690 530 680C480 710 410 710 374 670Z", 0.4),
          ]
        : [
            area("M480 600C540 640 620 640 700 600C640 680 540 680 480 620Z", 0.4),
            area("M450 760C520 780 560 830 580 880C530 850 470 820 440 780Z", 0.4),
          ],
    ),
    soft(14, [
      band("M420 590C400 660 390 720 384 780", kind === "front" ? 0.22 : 0, 40, "#fff"),
      band(top, 0.24, 22, shadow),
    ]),
    drapeSheet(0.38),
    weaveSheet(0.3),
    grainSheet(0.2),
    soft(3, [band(top, 0.5, 5, shadow)]),
    stroke(top, shadow, 1.8, 0.5),
    moved(0, 9, stitches(top, thread)),
    moved(0, -8, stitches(top, thread)),
    ...angle.eyelets.map(({ at, squeeze, darker }) => eyelet(options.cloth, at, squeeze, darker)),
    embroideredFlag(tone(options.flag, 0), angle.flag),
    soft(5, [band(crown, 0.3, 9, shadow)]),
  );
}

function hatDefinitions(hat: Hat, enlargement: Enlargement): string {
  const { options, shadow } = hat;
  const t = (lighter: number) => tone(options.cloth, lighter);
  const fabric: Fabric = { weave: "canvas", seed: options.seed, drape: [0.0046, 0.0046], drapeHeight: 60 };
  return [
    fabricDefinitions(fabric, RELIEFS, enlargement),
    linear(
      "crown",
      [0, 0.1, 1, 0.3],
      [
        [0, t(-0.03)],
        [0.3, t(0.05)],
        [0.6, t(0)],
        [1, t(-0.1)],
      ],
    ),
    linear(
      "crown-across",
      [0, 0, 1, 0],
      [
        [0, shadow, 0.22],
        [0.12, shadow, 0],
        [0.55, shadow, 0.04],
        [0.85, shadow, 0.26],
        [1, shadow, 0.5],
      ],
    ),
    linear(
      "ribbon",
      [0, 0, 1, 0],
      [
        [0, "#000", 0.2],
        [0.3, "#fff", 0.1],
        [0.6, "#000", 0.04],
        [1, "#000", 0.4],
      ],
    ),
    radial(
      "top",
      [0.36, 0.3, 0.9],
      [
        [0, t(0.075)],
        [0.5, t(0.03)],
        [1, t(-0.04)],
      ],
    ),
    linear(
      "brim",
      [0, 0.1, 1, 0.5],
      [
        [0, t(-0.02)],
        [0.28, t(0.06)],
        [0.55, t(0.01)],
        [0.85, t(-0.07)],
        [1, t(-0.12)],
      ],
    ),
    linear(
      "brim-down",
      [0, 0, 0, 1],
      [
        [0, shadow, 0.2],
        [0.4, shadow, 0],
        [0.8, shadow, 0.02],
        [1, shadow, 0.2],
      ],
    ),
  ].join("");
}

/** A bucket hat on a table, seen from the front or from above. */
export function drawBucketHat(options: BucketHatOptions, kind: Kind): Drawing {
  const angle = angles[kind];
  const hat = createHat(options, angle, kind);
  const definitions = (enlargement: Enlargement) =>
    hatDefinitions(hat, enlargement) +
    clip("clip-brim", hat.surface(angle.edge, angle.foot)) +
    clip("clip-crown", hat.place(angle.crown));
  const shadows = standingShadows(options.ground, [angle.pool], [angle.contact]);
  const shapes = [drawBrim(hat, kind), drawCrown(hat, kind)].join("");
  return { ground: options.ground, definitions, shadows, shapes };
}
